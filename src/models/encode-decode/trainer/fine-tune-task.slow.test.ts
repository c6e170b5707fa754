import { cheers } from '../../cheers/family'
import { davir } from '../../davir/family'
import { procap } from '../../procap/family'
import { rdd } from '../../rdd/family'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { modelComparisonSchema } from '../../../contract/model-comparison'
import type { TrainingLine } from '../../../contract/training'
import { decodePair } from '../../../frames/decode-pair'
import { loadPackage } from '../predictor/load-package'
import { writeUntrainedFamily } from '../predictor/testing'
import { openProposer } from '../../registry'
import { PackageError } from '../../../packages/files'
import { readCard } from '../../../packages/read-package'
import type { CorrectedPair } from '../../../training/data/corrected-pair'
import { RUN_FILES } from '../../../training/run-folder'
import { makeCorrectedPairs, runAttempt, writeRun } from '../../../training/fine-tuning/testing'
import { runFineTune } from '../../../training/fine-tuning/fine-tune-run'

const families = ['rdd', 'cheers', 'davir', 'procap'] as const
const encodeDecodeFamilies = { rdd, cheers, davir, procap }
const patience = 1_200_000

let folder = ''
let items: CorrectedPair[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'family-tune-'))
  items = await makeCorrectedPairs(join(folder, 'images'), 6)
}, patience)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** One trained on the Blocks world, so that a pair of each batch is replayed. */
async function writeParent(name: string, changes: object = {}): Promise<string> {
  const parent = await writeUntrainedFamily(mkdtempSync(join(folder, 'parent-')), name)
  const path = join(parent, 'model.json')
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as object
  writeFileSync(path, JSON.stringify({ ...manifest, categories: ['drop', 'move'], ...changes }))
  return parent
}

function begin(name: string, from: string): string {
  const run = join(folder, name)
  const job = { from, models: join(folder, `${name}-models`), replay: join(folder, 'replay') }
  writeRun(run, items, job, { steps: 2 })
  return run
}

const parents = new Map<string, string>()
const packages = new Map<string, string>()

test.each(families)(
  'a model of %s becomes one with new words that proposes; parameters that its family does not train are unchanged',
  async (name) => {
    const family = encodeDecodeFamilies[name]
    const from = await writeParent(name)
    parents.set(name, from)
    const lines: TrainingLine[] = []
    const run = begin(name, from)
    const model = await runFineTune(run, { emit: (line) => lines.push(line), isPauseRequested: () => false })
    packages.set(name, model)
    const scores = lines.filter((line) => line.type === 'score')
    expect(scores.map(({ step }) => step)).toEqual([0, 1, 2])
    expect(scores.every(({ score, wordProbability }) => score > 0 && (wordProbability ?? 0) > 0)).toBe(true)
    const step = lines.find((line) => line.type === 'step')
    expect(Object.keys(step?.terms ?? {})).toEqual(expect.arrayContaining(['mask', 'caption']))
    const verdict = modelComparisonSchema.parse(
      JSON.parse(readFileSync(join(run, RUN_FILES.verdict), 'utf8')),
    )
    expect(verdict).toMatchObject({ pairCount: 2, before: `${name}-untrained`, after: 'tuned' })

    const [before, after] = [await loadPackage(from, family), await loadPackage(model, family)]
    expect(after.manifest).toMatchObject({
      family: name,
      parent: `${name}-untrained`,
      worlds: ['blocks', 'made'],
    })
    expect(after.manifest.categories).toEqual(before.manifest.categories)
    expect(after.parts.entities).toEqual(before.parts.entities)
    const word = (after.manifest.training as { newWords: string[] }).newWords[0]
    expect(before.parts.tokenizer.encode(word).length).toBeGreaterThan(1)
    expect(after.parts.tokenizer.encode(word)).toHaveLength(1)
    const [old, now] = [before, after].map(({ parts }) => parts.values)
    expect(now.get('caption.output.bias')).toHaveLength(after.parts.tokenizer.size)
    expect(now.get('masks.decoder.output.bias')).not.toEqual(old.get('masks.decoder.output.bias'))
    for (const [key, values] of [...old].filter(([name]) => name.startsWith('dual.'))) {
      expect(now.get(key)?.subarray(0, values.length)).toEqual(values)
    }
    expect(await readCard(model)).toContain('categories were not trained')

    const proposer = await openProposer(model, { provider: 'cpu', threads: 1 })
    const pair = await decodePair(items[0].before, items[0].after)
    const { captions } = await proposer.propose(pair.before, pair.after, 'pair')
    expect(captions).toHaveLength(3)
    await proposer.release()
  },
  patience,
)

test(
  'a run that was killed comes to the very weights of one that was not, entities found anew',
  async () => {
    const run = begin('killed', parents.get('davir') ?? '')
    expect(await runAttempt(run, (line) => (line.type === 'score' ? 'kill' : null))).toBeNull()
    const model = await runAttempt(run, () => null)
    const [weights, others] = [model ?? '', packages.get('davir') ?? ''].map((each) =>
      readFileSync(join(each, 'weights.safetensors')),
    )
    expect(weights.equals(others)).toBe(true)
  },
  patience,
)

test('a model of a family that is not known is refused with the reason', async () => {
  const run = begin('other', await writeParent('rdd', { family: 'other' }))
  const control = { emit: () => undefined, isPauseRequested: () => false }
  await expect(runFineTune(run, control)).rejects.toThrow(PackageError)
  await expect(runFineTune(run, control)).rejects.toThrow(
    'is a model of the family other, which is not known here',
  )
})
