import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { MANIFEST_FORMAT } from '../../packages/manifest'
import type { ModelManifest } from '../../packages/manifest'
import { trainTokenizer } from '../../text/bpe/train'
import { correctedPairSchema } from '../data/corrected-pair'
import { readJob } from '../run-folder'
import { readSetup } from './fine-tune-setup'
import { writeRun } from './testing'

const folder = mkdtempSync(join(tmpdir(), 'tune-setup-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const FILE = { file: 'file', sha256: '0'.repeat(64) }
const tokenizer = trainTokenizer(['the small red cube is gone'], 270)
const items = [1, 2, 3].map((pairId) =>
  correctedPairSchema.parse({
    pairId,
    key: String(pairId),
    before: '',
    after: '',
    regions: [],
    isUnchanged: true,
    captions: ['barges left quays'],
    links: [],
    isHeldOut: false,
  }),
)

test.each([
  ['photo', []],
  ['ccrc', ['barges', 'left', 'quays']],
])('a run of %s adds these words of its captions: %j', async (family, words) => {
  const run = join(folder, family)
  writeRun(run, items, { from: '', models: folder, replay: folder }, {})
  const manifest: ModelManifest = {
    format: MANIFEST_FORMAT,
    id: family,
    family,
    version: '1',
    parent: null,
    created: '2026-01-01T00:00:00Z',
    sizes: {},
    weights: { ...FILE, precision: 'F16' },
    tokenizer: FILE,
    worlds: [],
    categories: [],
    thresholds: {},
    training: null,
    scores: null,
  }
  const { newWords } = await readSetup(run, readJob(run), items, { folder, manifest, tokenizer })
  expect(newWords.toSorted()).toEqual(words)
})
