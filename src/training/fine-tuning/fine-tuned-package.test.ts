import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ModelComparison } from '../../contract/model-comparison'
import { initialValues, nn, Parameters } from '../../graph'
import { MANIFEST_FORMAT } from '../../packages/manifest'
import type { ModelManifest } from '../../packages/manifest'
import { readManifest } from '../../packages/read-package'
import { trainTokenizer } from '../../text/bpe/train'
import { readJob } from '../run-folder'
import { fineTunedCard, writeFineTunedPackage } from './fine-tuned-package'
import { writeRun } from './testing'

const HOSTILE = '<img src=x> [here](https://example.org) `code` | *loud*\n# Not a heading'
const SHOWN = '\\<img src=x\\> \\[here\\](https://example.org) \\`code\\` \\| \\*loud\\* # Not a heading'

const FILE = { file: 'file', sha256: '0'.repeat(64) }
const PARENT: ModelManifest = {
  format: MANIFEST_FORMAT,
  id: 'photo',
  family: 'photo',
  version: '2',
  parent: null,
  created: '2026-01-01T00:00:00Z',
  sizes: {},
  weights: { ...FILE, precision: 'F16' },
  tokenizer: FILE,
  worlds: ['composed'],
  categories: [],
  thresholds: { change: 0.5 },
  training: null,
  scores: null,
}
const RECORD = {
  run: 'run',
  pairs: 1,
  heldOut: 1,
  changed: 1,
  steps: 1,
  bestStep: 1,
  minutes: 1,
  newWords: [],
  newCategories: [],
  values: null,
}

test('folders, words, categories and models of others are text in a card, whatever signs they have', () => {
  const parent = { ...PARENT, id: 'ccrc-base', version: HOSTILE }
  const record = {
    ...RECORD,
    newWords: [HOSTILE],
    newCategories: [HOSTILE],
    values: 'values from 1 (black) to 9 (white)',
  }
  const task = { parameters: [], manifestFields: {}, cardNotes: [] }
  const none = { low: 0, high: 0 }
  const intervals = { beforeInterval: none, afterInterval: none, difference: none }
  const comparison: ModelComparison = {
    word: 'cannot-tell',
    sentence: HOSTILE,
    before: HOSTILE,
    after: HOSTILE,
    pairCount: 1,
    asProposedCount: 0,
    metrics: [{ metric: 'mask-iou', word: 'cannot-tell', before: 0, after: 0, ...intervals }],
    rows: [],
  }
  const card = fineTunedCard('mine', { parent, task }, { data: HOSTILE }, record, comparison)
  expect(card).toContain('by the window and bands of the project: values from 1 (black) to 9 (white).')
  expect(card.split(SHOWN)).toHaveLength(8)
  expect(card.replaceAll(SHOWN, '')).not.toMatch(/[<>`]|\[here|\*loud|^# Not/m)
})

/** Writes a package of a small model and reads it again. */
async function written(parent: ModelManifest): Promise<{ manifest: ModelManifest; card: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'tuned-package-'))
  try {
    const run = join(folder, 'run')
    writeRun(run, [], { from: folder, models: folder, replay: folder }, {})
    const p = Parameters.create()
    nn.linear(p.scope('line'), 2, 1)
    const parameters = p.list()
    const model = {
      parent,
      categories: [],
      tokenizer: trainTokenizer(['a cube is gone'], 270),
      values: initialValues(parameters, 1),
      task: { parameters, manifestFields: {}, cardNotes: [] },
    }
    const destination = { folder, id: 'mine', replace: false }
    const at = await writeFineTunedPackage(destination, model, readJob(run), RECORD, null)
    return { manifest: await readManifest(at), card: readFileSync(join(at, 'CARD.md'), 'utf8') }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

test('a fine-tuned model keeps the calibration of its parent, and the card says so', async () => {
  const calibration = { region: { scale: 1.9, shift: -0.9 }, pair: { scale: 0.9, shift: -0.1 } }
  const calibrated = await written({ ...PARENT, calibration })
  expect(calibrated.manifest).toMatchObject({ calibration, thresholds: PARENT.thresholds })
  expect(calibrated.card).toContain('keep the calibration of photo, which was not fitted anew.')
  const raw = await written(PARENT)
  expect(raw.manifest).not.toHaveProperty('calibration')
  expect(raw.card).not.toContain('calibration')
})
