import { englishOf } from '../../messages/message'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TrainingLine, TrainingRun } from '../../contract/training'
import type { Diff } from '../../domain/diff'
import { emptyBitmap } from '../../mask/bitmap'
import { encodeRle } from '../../mask/rle'
import { writeUntrainedFamily } from '../../models/encode-decode/predictor/testing'
import { nodeProcessHost } from '../../process/process-host'
import type { HostedProcess, ProcessHost } from '../../process/process-host'
import { makeCorrectedPairs, writeUntrainedPackage } from '../../training/fine-tuning/testing'
import { startEngine } from '../testing'
import type { StartedEngine } from '../testing'
import { reviewPair } from '../testing-reviewed'

/** Processes that load a model and train a few steps. */
const patience = 1_200_000
const everything = { states: null, search: '', hasProblem: null }

describe('an engine that fine-tunes', () => {
  let home = ''
  let folder = ''
  let engine: StartedEngine['engine']
  let client: StartedEngine['client']
  let trainer: HostedProcess | null = null
  const lines: TrainingLine[] = []

  /** The real host; only the last training process is kept, to be killed from outside. */
  const host: ProcessHost = {
    async start(program, options) {
      const hosted = await nodeProcessHost.start(program, options)
      if (program === 'training') {
        trainer = hosted
      }
      return hosted
    },
  }

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'deltascribe-home-'))
    folder = mkdtempSync(join(tmpdir(), 'boards '))
    await writeUntrainedPackage(join(home, 'shipped'), 'fresh', 1, ['refinement'])
    const items = await makeCorrectedPairs(join(home, 'made'), 9)
    for (const frame of ['before', 'after'] as const) {
      mkdirSync(join(folder, frame))
      items.forEach((item, index) => copyFileSync(item[frame], join(folder, frame, `${index}.png`)))
    }
    ;({ engine, client } = startEngine(home, { host }))
    client.on('training.line', ({ line }) => lines.push(line))
    await client.call('settings.set', { proposeAhead: false, provider: 'cpu' })
    await client.call('project.open', { folder, reading: null })
    const { ids } = await client.call('pairs.find', { filter: everything, order: 'key' })
    for (const [index, pairId] of ids.entries()) {
      // pairs without a change stay as they are
      if (items[index].regions.length > 0) {
        await reviewPair({ client }, pairId, items[index])
      }
    }
  }, patience)

  afterAll(() => {
    engine.dispose()
    for (const made of [home, folder]) {
      rmSync(made, { recursive: true, force: true, maxRetries: 20 })
    }
  })

  const options = { preset: 'quick' as const, advanced: { steps: 3, batch: 4, threads: 1 } }

  function until(id: string, holds: (run: TrainingRun) => boolean): Promise<TrainingRun> {
    return new Promise((resolve) => {
      const check = (run: TrainingRun): void => {
        if (run.id !== id || !holds(run)) {
          return
        }
        stop()
        resolve(run)
      }
      const stop = client.on('training.changed', check)
      void client.call('training.runs', {}).then((runs) => runs.forEach(check))
    })
  }

  test(
    'from the plan to a model that is listed, compared, and not in use before it is chosen',
    async () => {
      const plan = await client.call('training.preview', options)
      expect(plan).toMatchObject({ from: 'fresh', canStart: true, unchangedCount: 0, withoutCaption: 0 })
      expect(plan.train + plan.heldOut).toBe(plan.pairCount)
      expect(plan.heldOut).toBeGreaterThan(0)
      expect(plan.shortages.map(({ code }) => code)).toContain('few-pairs')
      const begun = await client.call('training.start', options)
      await expect(client.call('training.start', options)).rejects.toMatchObject({
        failure: { code: 'unavailable' },
      })
      const run = await until(begun.id, ({ state }) => state !== 'running')
      expect(run).toMatchObject({ state: 'done', step: 3, steps: 3, verdict: 'cannot-tell', failure: null })
      const { model } = run
      const proposers = await client.call('proposers.list', {})
      expect(proposers.find(({ name }) => name === model)).toMatchObject({
        isAvailable: true,
        isInUse: false,
      })
      const verdict = await client.call('training.verdict', { runId: run.id })
      expect(verdict).toMatchObject({ before: 'fresh', after: model, pairCount: plan.heldOut })
      const pairId = verdict?.rows[0].pairId ?? 0
      const both = await client.call('training.compare', { runId: run.id, pairId })
      expect([both.before.pairId, both.after.pairId]).toEqual([pairId, pairId])
      const history = await client.call('training.history', { runId: run.id })
      expect(history.scores.length).toBeGreaterThan(0)
      expect(history.steps.at(-1)?.step).toBe(3)
      const again = await client.call('training.preview', options)
      expect(again).toMatchObject({ train: plan.train, heldOut: plan.heldOut, heldOutBefore: plan.heldOut })
    },
    patience,
  )

  test('a region of the before frame alone is used for training', async () => {
    const before = await client.call('training.preview', options)
    const { ids } = await client.call('pairs.find', {
      filter: { ...everything, states: ['accepted', 'corrected'] },
      order: 'key',
    })
    const { document } = await client.call('pairs.get', { pairId: ids[0] })
    const [{ mask }] = document.regions
    const region = {
      id: 'gone',
      category: 'departed',
      mask: encodeRle(emptyBitmap(mask.size[1], mask.size[0])),
      beforeMask: mask,
      status: 'accepted' as const,
      source: { kind: 'person' as const },
      score: null,
    }
    const diff: Diff = [{ type: 'region.add', region, index: document.regions.length }]
    await client.call('pairs.edit', { pairId: ids[0], eventId: 'gone-000000', label: 'Drawn', diff })
    const plan = await client.call('training.preview', options)
    expect(plan.pairCount).toBe(before.pairCount)
    expect(plan.byCategory).toContainEqual(expect.objectContaining({ category: 'departed', regions: 1 }))
  })

  test('a model of another family can be begun with; what it will not learn is said, and one of no known family refused', async () => {
    const models = join(home, 'models')
    await writeUntrainedFamily(models, 'rdd')
    const path = join(await writeUntrainedFamily(models, 'cheers'), 'model.json')
    const manifest = JSON.parse(readFileSync(path, 'utf8')) as object
    writeFileSync(path, JSON.stringify({ ...manifest, family: 'other' }))
    const plan = await client.call('training.preview', { ...options, from: 'rdd-untrained' })
    expect(plan).toMatchObject({ from: 'rdd-untrained', canStart: true })
    expect(plan.newWords).toContain('cylinder')
    expect(plan.byCategory.some(({ isNew }) => isNew)).toBe(false)
    const said = plan.shortages.find(({ code }) => code === 'categories-not-learned')
    expect(said).toMatchObject({ isFatal: false })
    expect(englishOf(said?.message ?? '')).toContain(
      'RDD+ACR marks what changed and tells no kinds of change apart',
    )
    const refused = await client.call('training.preview', { ...options, from: 'cheers-untrained' })
    expect(refused).toMatchObject({ from: null, canStart: false })
    expect(englishOf(refused.shortages[0].message)).toBe(
      'There is no model to begin with: cheers-untrained is of the family other, which this Deltascribe does not know.',
    )
  }, 120_000)

  test(
    'a trainer that is killed can be resumed; cancelling ends it before its next step and leaves nothing to go on from',
    async () => {
      const { id } = await client.call('training.start', {
        ...options,
        advanced: { ...options.advanced, steps: 400 },
      })
      const begun = lines.length
      await until(id, ({ phase }) => phase === 'training')
      trainer?.kill()
      const stopped = await until(id, ({ state }) => state !== 'running')
      expect(stopped).toMatchObject({ state: 'interrupted', failure: null })
      expect(await client.call('training.resume', { runId: id })).toMatchObject({ state: 'running' })
      await until(id, () => lines.slice(begun + 1).some(({ type }) => type === 'step'))
      expect(await client.call('training.cancel', { runId: id })).toMatchObject({ state: 'cancelled' })
      const told = lines.length
      expect(existsSync(join(folder, '.deltascribe', 'training', id, 'checkpoints'))).toBe(false)
      await expect(client.call('training.resume', { runId: id })).rejects.toMatchObject({
        failure: { code: 'unavailable' },
      })
      expect((await client.call('training.forget', { runId: id })).map((run) => run.id)).not.toContain(id)
      expect(lines.slice(told).filter(({ type }) => type === 'step')).toEqual([])
    },
    patience,
  )
})
