import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { modelComparisonSchema } from '../../../contract/model-comparison'
import { writeSet } from '../../../dataset/synthetic/write-set'
import { readManifest } from '../../../packages/read-package'
import { runFineTune } from '../../../training/fine-tuning/fine-tune-run'
import { makeCorrectedPairs, writeRun } from '../../../training/fine-tuning/testing'
import { RUN_FILES } from '../../../training/run-folder'
import { writeRunPackage } from '../../../training/synthetic/run-package'
import { trainOnSyntheticPairs } from '../../../training/synthetic/synthetic-run'
import { collectLog, smallRunOptions } from '../../../training/synthetic/testing'
import { openProposer } from '../../registry'

const patience = 600_000
let folder = ''
let set = ''
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'photo-train-'))
  set = join(folder, 'set')
  const size = { width: 192, height: 192 }
  const kind = { world: 'both', profile: 'training', layout: 'training', truth: false, between: 0 } as const
  await writeSet(
    { ...kind, ...size, seed: 5, inTurn: false, count: 6 },
    set,
    1,
    new AbortController().signal,
    () => {},
  )
}, patience)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Losses of three steps of a network without the detector's features. */
async function train(out: string, stopAt = Infinity): Promise<number[]> {
  const own = { ...smallRunOptions(set, out, 3), family: 'photo', without: ['encoder'] }
  const log = await collectLog((onLine, signal) => trainOnSyntheticPairs(own, { onLine, signal }), stopAt)
  return log.map(({ loss }) => loss)
}

test(
  'a run that is stopped and continued has the losses of one that is not',
  async () => {
    const whole = await train(join(folder, 'whole'))
    const first = await train(join(folder, 'stopped'), 1)
    const rest = await train(join(folder, 'stopped'))
    expect([...first, ...rest]).toEqual(whole)
    expect(whole).toHaveLength(3)
  },
  patience,
)

test('without the detector it is refused, in words', async () => {
  const own = { ...smallRunOptions(set, join(folder, 'refused'), 1), family: 'photo', without: [] }
  const run = trainOnSyntheticPairs(own, { onLine: () => {}, signal: new AbortController().signal })
  await expect(run).rejects.toThrow('add --without encoder')
})

test(
  'a package of a run is fine-tuned on corrected pairs, and proposes',
  async () => {
    const out = join(folder, 'whole')
    const from = await writeRunPackage(out, out, { id: 'small', version: '1', card: '# Small\n' })
    const items = await makeCorrectedPairs(join(folder, 'images'), 6)
    const run = join(folder, 'tune')
    const models = join(folder, 'models')
    writeRun(run, items, { from, models, replay: join(folder, 'replay') }, { steps: 2 })
    const model = await runFineTune(run, { emit: () => {}, isPauseRequested: () => false })
    // it was trained on rendered pairs, which are smaller than what it replays
    expect(existsSync(join(run, RUN_FILES.crops, 'composed', 'pairs'))).toBe(true)
    const manifest = await readManifest(model)
    expect(manifest).toMatchObject({ family: 'photo', parent: 'small', without: ['encoder'] })
    const verdict: unknown = JSON.parse(readFileSync(join(run, RUN_FILES.verdict), 'utf8'))
    expect(modelComparisonSchema.parse(verdict).metrics.map(({ metric }) => metric)).toContain('mask-iou')
    const proposer = await openProposer(model, { provider: 'cpu', threads: 1 })
    const grey = { width: 50, height: 40, data: new Uint8Array(6000).fill(128) }
    expect((await proposer.propose(grey, grey, 'grey')).captions).toHaveLength(1)
    await proposer.release()
  },
  patience,
)
