import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { trainingLineSchema, trainingRunSchema, comparedProposalsSchema } from '../src/contract/training'
import { modelComparisonSchema } from '../src/contract/model-comparison'
import type { TrainingExample, TrainingLine, TrainingRun } from '../src/contract/training'
import type { PairComparison } from '../src/contract/model-comparison'
import { encodeRle } from '../src/mask/rle'

const SIZE = { width: 320, height: 240 }

function square(left: number): TrainingExample['regions'][number] {
  const data = new Uint8Array(SIZE.width * SIZE.height)
  for (let y = 60; y < 140; y += 1) {
    data.fill(1, y * SIZE.width + left, y * SIZE.width + left + 90)
  }
  return {
    id: `r${left}`,
    category: 'appeared',
    status: 'proposed',
    mask: encodeRle({ ...SIZE, data }),
    beforeMask: null,
    source: { kind: 'proposal', proposalId: 1 },
    score: 0.9,
  }
}

function example(pairId: number, left: number, caption: string): TrainingExample {
  const source = { kind: 'proposal', proposalId: 1 } as const
  return {
    pairId,
    key: `pair_00000${pairId - 1}`,
    score: 0.8,
    regions: [square(left)],
    captions: [{ id: 'c', text: caption, rank: 0, source, logProbability: -2 }],
  }
}

function said(): TrainingLine[] {
  const lines: TrainingLine[] = []
  for (let step = 1; step <= 120; step += 1) {
    const loss = 0.6 + 3 / (1 + step / 12) + 0.15 * Math.sin(step * 2.3)
    const terms = { masks: loss / 2 }
    lines.push({
      type: 'step',
      step,
      steps: 200,
      rate: 0.0006,
      loss,
      terms,
      pairsPerSecond: 9,
      secondsLeft: 40,
    })
    if (step % 30 === 0) {
      const score = 0.3 + step / 400
      lines.push({
        type: 'score',
        step,
        score,
        maskIou: score - 0.05,
        wordProbability: score + 0.2,
        isBest: step < 120,
      })
    }
  }
  const examples = [1, 2, 3].map((pairId) => example(pairId, 40 + 50 * pairId, 'a red plate has appeared'))
  lines.push({ type: 'examples', step: 120, examples })
  lines.push({ type: 'notice', message: 'One picture was read again, as it had changed.' })
  return lines
}

const record = {
  createdAt: Date.UTC(2026, 4, 3, 9),
  options: {},
  from: 'ccrc-base',
  train: 31,
  heldOut: 4,
  step: 120,
  steps: 200,
  secondsSpent: 75,
  secondsLeft: null,
  failure: null,
}

function write(project: string, run: TrainingRun): string {
  const folder = join(project, '.deltascribe', 'training', run.id)
  mkdirSync(join(folder, 'compare'), { recursive: true })
  writeFileSync(join(folder, 'run.json'), JSON.stringify(run))
  const lines = said().map((line) => `${JSON.stringify(trainingLineSchema.parse(line))}\n`)
  writeFileSync(join(folder, 'lines.jsonl'), lines.join(''))
  return folder
}

/** A run that stands half-way, as it lies in a project's folder. */
export function writePausedRun(project: string): void {
  write(
    project,
    trainingRunSchema.parse({
      ...record,
      id: '20260503-100000-1',
      createdAt: record.createdAt + 3_600_000,
      state: 'paused',
      phase: 'training',
      message: 'Paused.',
      model: null,
      verdict: null,
    }),
  )
}

function interval(value: number): { low: number; high: number } {
  return { low: value - 0.1, high: value + 0.1 }
}

function scores(maskIou: number, caption: string): PairComparison['before'] {
  return { maskIou, ciderD: 1.1, rougeL: 0.5, saysChange: true, caption }
}

/** A run that is done, with a verdict on three pairs of which one lost. @param model the id of what it made */
export function writeDoneRun(project: string, model: string): void {
  const folder = write(
    project,
    trainingRunSchema.parse({
      ...record,
      id: '20260503-090000-1',
      step: 200,
      state: 'done',
      phase: 'saving',
      message: 'Done.',
      model,
      verdict: 'better',
    }),
  )
  const gains = [0.4, 0.1, -0.2]
  const metrics = [
    { metric: 'mask-iou', before: 0.31, after: 0.62, word: 'better' },
    { metric: 'cider-d', before: 0.4, after: 1.45, word: 'better' },
    { metric: 'change-accuracy', before: 0.8, after: 0.7, word: 'cannot-tell' },
    { metric: 'rouge-l', before: 0.5, after: 0.3, word: 'worse' },
  ].map((one) => ({
    ...one,
    beforeInterval: interval(one.before),
    afterInterval: interval(one.after),
    difference: interval(one.after - one.before),
  }))
  const verdict = modelComparisonSchema.parse({
    word: 'better',
    sentence: 'The new model is better on your pairs: its masks and its captions fit what you made of them.',
    pairCount: gains.length,
    metrics,
    rows: gains.map((gain, index) => ({
      pairId: index + 1,
      key: `pair_00000${index}`,
      isChanged: true,
      references: ['a red plate has appeared on the left'],
      before: scores(0.4, 'something has changed'),
      after: scores(0.4 + gain, 'a red plate has appeared'),
      gain,
    })),
    before: 'ccrc-base',
    after: model,
  })
  writeFileSync(join(folder, 'verdict.json'), JSON.stringify(verdict))
  for (const { pairId } of verdict.rows) {
    const pair = comparedProposalsSchema.parse({
      before: example(pairId, 20, 'something has changed'),
      after: example(pairId, 120, 'a red plate has appeared'),
    })
    writeFileSync(join(folder, 'compare', `${pairId}.json`), JSON.stringify(pair))
  }
}
