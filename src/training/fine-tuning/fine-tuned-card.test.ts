import { expect, test } from 'vitest'
import type { ModelManifest } from '../../packages/manifest'
import { fineTunedCard } from './fine-tuned-package'

const HOSTILE = '<img src=x> [here](https://example.org) `code` | *loud*\n# Not a heading'
const SHOWN = '\\<img src=x\\> \\[here\\](https://example.org) \\`code\\` \\| \\*loud\\* # Not a heading'

test('folders, words, categories and models of others are text in a card, whatever signs they have', () => {
  const parent = { id: 'ccrc-base', version: HOSTILE } as ModelManifest
  const record = {
    run: 'run',
    pairs: 1,
    heldOut: 1,
    changed: 1,
    steps: 1,
    bestStep: 1,
    minutes: 1,
    newWords: [HOSTILE],
    newCategories: [HOSTILE],
    values: 'values from 1 (black) to 9 (white)',
  }
  const task = { parameters: [], manifestFields: {}, cardNotes: [] }
  const difference = { low: 0, high: 0 }
  const comparison = {
    word: 'same',
    sentence: HOSTILE,
    before: HOSTILE,
    after: HOSTILE,
    pairCount: 1,
    metrics: [{ metric: 'mask IoU', before: 0, after: 0, difference }],
  } as unknown as Parameters<typeof fineTunedCard>[4]
  const card = fineTunedCard('mine', { parent, task }, { data: HOSTILE }, record, comparison)
  expect(card).toContain('by the window and bands of the project: values from 1 (black) to 9 (white).')
  expect(card.split(SHOWN)).toHaveLength(8)
  expect(card.replaceAll(SHOWN, '')).not.toMatch(/[<>`]|\[here|\*loud|^# Not/m)
})
