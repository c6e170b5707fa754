import { expect, test } from 'vitest'
import { projectSettings } from './project-settings'

/** As projects of earlier versions have them. */
const STORED = {
  reading: ['reading', 'a-b-folders', 'a-b-folders'],
  contents: ['contents', '0123', '0123'],
  sceneKind: ['scene-kind', 'photographs 0123', 'photographs 0123'],
  shownProposer: ['shown-proposer', 'difference', 'difference'],
  keySecret: ['key-secret', '', ''],
  changeDefinition: ['change-definition', 'New houses', 'New houses'],
  captionLanguage: ['caption-language', 'de', 'de'],
  nameWords: ['name-words', '{"car":"vehicle"}', { car: 'vehicle' }],
  addedSlices: ['added-slices', '{}', {}],
  valueMapping: ['value-mapping', '{"window":null,"bands":null}', { window: null, bands: null }],
  threshold: [
    'threshold',
    '{"model":"ccrc","threshold":0.4,"pairs":12}',
    { model: 'ccrc', threshold: 0.4, pairs: 12 },
  ],
  promotions: [
    'promotions',
    '[{"at":5,"kind":"promote","id":"ccrc"}]',
    [{ at: 5, kind: 'promote', id: 'ccrc' }],
  ],
  trainingSplit: ['training-split', '{"a":"held-out"}', new Map([['a', 'held-out']])],
  exportSplits: ['export-splits', '{"train":[],"val":["a"],"test":[]}', new Map([['a', 'val']])],
} as const satisfies Record<
  keyof typeof projectSettings,
  readonly [name: string, stored: string, value: unknown]
>

test.each(Object.entries(STORED))(
  '%s of a stored project is read, and written as it was',
  (key, [name, stored, value]) => {
    const setting = projectSettings[key as keyof typeof projectSettings]
    const write = setting.write as (value: unknown) => string
    expect([setting.name, setting.read(stored), write(setting.read(stored))]).toEqual([name, value, stored])
  },
)

test.each(['nameWords', 'addedSlices', 'threshold', 'promotions', 'trainingSplit', 'exportSplits'] as const)(
  '%s of another version count as none',
  (key) => {
    const { read } = projectSettings[key]
    expect(read('"other"')).toEqual(read(null))
  },
)
