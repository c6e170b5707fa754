import { parseArgs } from 'node:util'
import { InferenceSession } from 'onnxruntime-node'
import { appPaths } from '../src/engine/user-folder'
import type { ProviderName } from '../src/contract/proposal'
import { CcrcModel } from '../src/models/ccrc/predictor/model'
import { createCcrcProposer } from '../src/models/ccrc/predictor/predictor'
import type { CcrcProposer } from '../src/models/ccrc/predictor/predictor'
import { makePair } from '../src/synth/make'

/**
 * CCRC on synthetic pairs: encoding for several batch sizes, whole proposals and the share of them that the sessions
 * take, and the cost of captions from masks, masks from captions and agreement right after a proposal, at two sizes;
 * crops are used at the larger one. Run with `npx tsx bench/ccrc-speed.bench.ts [--model FOLDER] [--pairs N]
 * [--provider NAME] [--threads N]`.
 */
const { values: options } = parseArgs({
  options: {
    model: { type: 'string', default: `${appPaths().models}/ccrc-base` },
    pairs: { type: 'string', default: '16' },
    provider: { type: 'string', default: 'cpu' },
    threads: { type: 'string', default: '2' },
  },
})
/** Milliseconds that an answer may take. */
const LIMIT = 300
/** Pairs of each size that recaptioning, remasking and agreement are timed on. */
const ANSWERED = 7
/** Words are grounded somewhere in what was made, and the model that comes along is sure of hardly a region there. */
const UNSURE = 'a boat has sunk'
const session = { provider: options.provider as ProviderName, threads: Number(options.threads) }
const ORDER = {
  world: 'blocks',
  profile: 'single',
  seed: 77,
  width: 128,
  height: 128,
  inTurn: false,
} as const
const pairs = Array.from({ length: Number(options.pairs) }, (_, index) => makePair(ORDER, index))

const model = await CcrcModel.open(options.model, session)
for (const batch of [1, 4, 8]) {
  const groups = Array.from({ length: Math.ceil(pairs.length / batch) }, (_, at) =>
    pairs.slice(at * batch, (at + 1) * batch).map(({ before, after }) => {
      return { before: before.data, after: after.data }
    }),
  )
  await model.encode(groups[0])
  const milliseconds = await timed(async () => {
    for (const group of groups) {
      await model.encode(group)
    }
  })
  console.log(`first look, ${batch} at a time: ${(milliseconds / pairs.length).toFixed(1)} ms a pair`)
}

await model.release()

const inSessions = watchSessions()
const proposer = await createCcrcProposer(options.model, session)
await proposer.propose(pairs[0].before, pairs[0].after, 'warm')
inSessions.milliseconds = 0
const stages = new Map<string, number>()
const total = await timed(async () => {
  for (const [index, { before, after }] of pairs.entries()) {
    const { milliseconds } = await proposer.propose(before, after, String(index))
    for (const [stage, value] of Object.entries(milliseconds)) {
      stages.set(stage, (stages.get(stage) ?? 0) + value)
    }
  }
})
console.log(
  `whole proposals: ${((1000 * pairs.length) / total).toFixed(1)} pairs/s, ${(inSessions.milliseconds / total).toFixed(2)} of the time in the sessions (goal .9)`,
)
for (const [stage, value] of stages) {
  console.log(`  ${stage}: ${(value / pairs.length).toFixed(1)} ms`)
}
for (const [width, height] of [
  [128, 128],
  [480, 320],
]) {
  for (const [name, times] of await timeAnswers(proposer, width, height)) {
    const middle = median(times)
    console.log(
      `${width} x ${height}, ${name}: ${middle.toFixed(0)} ms, ${(middle / LIMIT).toFixed(2)} of the ${LIMIT} ms limit`,
    )
  }
}
await proposer.release()

/** Milliseconds of each request as the first one after a proposal, pair by pair. */
async function timeAnswers(
  answering: CcrcProposer,
  width: number,
  height: number,
): Promise<Map<string, number[]>> {
  const times = new Map<string, number[]>()
  for (let index = 0; index < ANSWERED; index++) {
    const { before, after } = makePair({ ...ORDER, profile: 'several', width, height }, index)
    const key = `${width} ${index}`
    const first = await answering.propose(before, after, key)
    const caption = first.captions[0]?.text ?? ''
    const questions: [string, () => Promise<unknown>][] = [
      ['captions from its masks', () => answering.recaption(before, after, key, first.regions, '')],
      ['masks from its caption', () => answering.remask(before, after, key, caption)],
      ['masks from a caption it is unsure of', () => answering.remask(before, after, key, UNSURE)],
      ['agreement', () => answering.agree(before, after, key, first.regions, caption)],
    ]
    for (const [name, answer] of questions) {
      await answering.propose(before, after, key)
      const spent = await timed(async () => void (await answer()))
      times.set(name, [...(times.get(name) ?? []), spent])
    }
  }
  return times
}

/** Counts the time of every session's runs from now on. */
function watchSessions(): { milliseconds: number } {
  const spent = { milliseconds: 0 }
  type Run = (...args: unknown[]) => Promise<unknown>
  const { prototype } = InferenceSession as unknown as { prototype: { run: Run } }
  const run = prototype.run
  prototype.run = async function (this: InferenceSession, ...args) {
    const started = performance.now()
    try {
      return await run.apply(this, args)
    } finally {
      spent.milliseconds += performance.now() - started
    }
  }
  return spent
}

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]
}
