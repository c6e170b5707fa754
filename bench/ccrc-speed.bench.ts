import { parseArgs } from 'node:util'
import { InferenceSession } from 'onnxruntime-node'
import { appPaths } from '../src/engine/app-paths'
import type { ProviderName } from '../src/contract/proposal'
import { captionsFor, regionsFor } from '../src/inference/ccrc/chain'
import { CcrcModel } from '../src/inference/ccrc/model'
import { createCcrcProposer } from '../src/inference/ccrc/proposer'
import { makePair } from '../src/synth/make'

/**
 * CCRC on made pairs: the first look for several batch sizes, whole proposals and the share of them that the
 * sessions themselves take, and what re-captioning and re-masking cost once a pair was seen. Run with
 * `npx tsx bench/ccrc-speed.bench.ts [--model FOLDER] [--pairs N] [--provider NAME] [--threads N]`.
 */
const { values: options } = parseArgs({
  options: {
    model: { type: 'string', default: `${appPaths().models}/ccrc-base` },
    pairs: { type: 'string', default: '16' },
    provider: { type: 'string', default: 'cpu' },
    threads: { type: 'string', default: '2' },
  },
})
const session = { provider: options.provider as ProviderName, threads: Number(options.threads) }
const order = {
  world: 'blocks',
  profile: 'single',
  seed: 77,
  width: 128,
  height: 128,
  inTurn: false,
} as const
const pairs = Array.from({ length: Number(options.pairs) }, (_, index) => makePair(order, index))

const model = await CcrcModel.open(options.model, session)
for (const batch of [1, 4, 8]) {
  const groups = Array.from({ length: Math.ceil(pairs.length / batch) }, (_, at) =>
    pairs.slice(at * batch, (at + 1) * batch).map(({ before, after }) => {
      return { before: before.data, after: after.data }
    }),
  )
  await model.see(groups[0])
  const milliseconds = await timed(async () => {
    for (const group of groups) await model.see(group)
  })
  console.log(`first look, ${batch} at a time: ${(milliseconds / pairs.length).toFixed(1)} ms a pair`)
}

const [seen] = await model.see([{ before: pairs[0].before.data, after: pairs[0].after.data }])
const caption = pairs[0].captions[0].text
const recaption = await median(() => captionsFor(model, seen, [], 3))
const remask = await median(() => regionsFor(model, seen, caption))
console.log(
  `three captions from a mask: ${recaption.toFixed(0)} ms, ${(recaption / 300).toFixed(2)} of the 300 ms limit`,
)
console.log(`a mask from a caption: ${remask.toFixed(0)} ms, ${(remask / 300).toFixed(2)} of the limit`)
await model.release()

const inSessions = watchSessions()
const proposer = await createCcrcProposer(options.model, session)
await proposer.propose(pairs[0].before, pairs[0].after, 'warm')
inSessions.milliseconds = 0
const stages = new Map<string, number>()
const total = await timed(async () => {
  for (const [index, { before, after }] of pairs.entries()) {
    const { milliseconds } = await proposer.propose(before, after, String(index))
    for (const [stage, value] of Object.entries(milliseconds))
      stages.set(stage, (stages.get(stage) ?? 0) + value)
  }
})
console.log(
  `whole proposals: ${((1000 * pairs.length) / total).toFixed(1)} pairs/s, ${(inSessions.milliseconds / total).toFixed(2)} of the time in the sessions (goal .9)`,
)
for (const [stage, value] of stages) console.log(`  ${stage}: ${(value / pairs.length).toFixed(1)} ms`)
await proposer.release()

/** Counts the time of every session's runs from now on. */
function watchSessions(): { milliseconds: number } {
  const spent = { milliseconds: 0 }
  type Run = (...given: unknown[]) => Promise<unknown>
  const { prototype } = InferenceSession as unknown as { prototype: { run: Run } }
  const run = prototype.run
  prototype.run = async function (this: InferenceSession, ...given) {
    const started = performance.now()
    try {
      return await run.apply(this, given)
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

async function median(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < 7; round += 1) times.push(await timed(async () => void (await work())))
  return times.sort((a, b) => a - b)[3]
}
