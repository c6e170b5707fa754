// Small changes in large pictures: npx tsx bench/ccrc-small.ts PACKAGE [pairs] [unchanged pairs]
// Blocks pairs of 1,920 x 1,280 at a small scale; of changed ones those are counted whose change covers less than 0.1 %
// of the picture. Of unchanged ones any proposed region is false. Most of the time goes into making the pairs.

import { createCcrcProposer } from '../src/models/ccrc/predictor/predictor'
import { maskIou } from '../src/mask/measures'
import type { Bitmap } from '../src/mask/bitmap'
import { decodeRle } from '../src/mask/rle'
import { makeBlocksPair } from '../src/synth/blocks/pair'
import { BLOCKS_PROFILES } from '../src/synth/blocks/profiles'
import { makePair, pairSeed } from '../src/synth/make'
import type { PairSpec } from '../src/synth/make'
import type { SyntheticPair } from '../src/synth/pair'

const [width, height] = [1920, 1280]
const LARGEST_SHARE = 0.001
/** Pairs are made at this part of their size first: the share of the change is then known to a few hundredths. */
const PREVIEW = 4
const SURELY_LARGER = 1.3 * LARGEST_SHARE
const order: PairSpec = { world: 'blocks', profile: 'small', seed: 9001, inTurn: false, width, height }
const UNCHANGED_SEED = 9002

const [folder, count = '40', unchanged = count] = process.argv.slice(2)
const proposer = await createCcrcProposer(folder, { provider: 'cpu', threads: 2 })
const laps = new Map<string, number>()
let proposals = 0

const shares: number[] = []
let [regions, detected, touched, offered] = [0, 0, 0, 0]
for (let index = 0; shares.length < Number(count); index++) {
  const preview = truthOf(makePair({ ...order, width: width / PREVIEW, height: height / PREVIEW }, index))
  if (preview.length === 0 || shareOf(preview) >= SURELY_LARGER) {
    continue
  }
  const pair = makePair(order, index)
  const truth = truthOf(pair)
  if (shareOf(truth) >= LARGEST_SHARE) {
    continue
  }
  shares.push(shareOf(truth))
  const masks = await propose(pair, `changed-${index}`)
  for (const one of truth) {
    const best = Math.max(0, ...masks.map((mask) => maskIou(mask, one)))
    regions++
    detected += best >= 0.5 ? 1 : 0
    touched += best > 0 ? 1 : 0
  }
  offered += masks.length
}

let [falsePairs, falseRegions] = [0, 0]
for (let index = 0; index < Number(unchanged); index++) {
  const options = { ...BLOCKS_PROFILES.small, weights: { none: 1 } }
  const pair = makeBlocksPair(pairSeed(UNCHANGED_SEED, index), width, height, options)
  const masks = await propose(pair, `unchanged-${index}`)
  falsePairs += masks.length > 0 ? 1 : 0
  falseRegions += masks.length
}
await proposer.release()

if (shares.length > 0) {
  const middle = shares.toSorted((a, b) => a - b)[Math.floor(shares.length / 2)]
  console.log(
    `${shares.length} pairs of ${width} x ${height}; the change covers ${(100 * middle).toFixed(3)} % (median)`,
  )
  console.log(
    `region recall at IoU .5: ${(detected / regions).toFixed(3)} of ${regions}, touched at all ${(touched / regions).toFixed(3)}`,
  )
  console.log(`${(offered / shares.length).toFixed(2)} regions proposed a pair`)
}
if (Number(unchanged) > 0) {
  const [share, each] = [falsePairs, falseRegions].map((sum) => (sum / Number(unchanged)).toFixed(3))
  console.log(`${unchanged} unchanged pairs: ${share} with any region, ${each} false regions a pair`)
}
console.log(
  `seconds a pair: ${[...laps].map(([name, sum]) => `${name} ${(sum / proposals / 1000).toFixed(2)}`).join(', ')}`,
)

async function propose({ before, after }: SyntheticPair, key: string): Promise<Bitmap[]> {
  const draft = await proposer.propose(before, after, key)
  proposals++
  for (const [name, time] of Object.entries(draft.milliseconds)) {
    laps.set(name, (laps.get(name) ?? 0) + time)
  }
  return draft.regions.map(({ mask }) => decodeRle(mask))
}

function truthOf(pair: SyntheticPair): Bitmap[] {
  return pair.regions.flatMap(({ after, vacated }) => after ?? vacated ?? [])
}

/** Of the picture. */
function shareOf(masks: readonly Bitmap[]): number {
  return masks.reduce((sum, mask) => sum + mask.data.reduce((a, b) => a + b, 0) / mask.data.length, 0)
}
