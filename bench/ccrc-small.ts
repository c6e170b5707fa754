// Small changes in large pictures: npx tsx bench/ccrc-small.ts PACKAGE [pairs]
// Blocks pairs of 1,920 x 1,280 seen from afar; counted are those whose change covers less than 0.1 % of the picture.

import { createCcrcProposer } from '../src/inference/ccrc/proposer'
import { maskIou } from '../src/mask/iou'
import { decodeRle } from '../src/mask/rle'
import { makePair, type MadeOrder } from '../src/synth/make'

const [width, height] = [1920, 1280]
const LARGEST_SHARE = 0.001
const order: MadeOrder = { world: 'blocks', profile: 'small', seed: 9001, inTurn: false, width, height }

const [folder, count = '40'] = process.argv.slice(2)
const proposer = await createCcrcProposer(folder, { provider: 'cpu', threads: 2 })
let [pairs, regions, found, touched, offered, milliseconds] = [0, 0, 0, 0, 0, 0]
const shares: number[] = []
for (let index = 0; pairs < Number(count); index++) {
  const made = makePair(order, index)
  const truth = made.regions.flatMap(({ after, vacated }) => after ?? vacated ?? [])
  const share = truth.reduce((sum, { data }) => sum + data.reduce((a, b) => a + b, 0), 0) / (width * height)
  if (truth.length === 0 || share >= LARGEST_SHARE) continue
  pairs++
  shares.push(share)
  const draft = await proposer.propose(made.before, made.after, String(index))
  const masks = draft.regions.map(({ mask }) => decodeRle(mask))
  for (const one of truth) {
    const best = Math.max(0, ...masks.map((mask) => maskIou(mask, one)))
    regions++
    found += best >= 0.5 ? 1 : 0
    touched += best > 0 ? 1 : 0
  }
  offered += masks.length
  milliseconds += draft.milliseconds['total']
}
await proposer.release()

const middle = shares.toSorted((a, b) => a - b)[Math.floor(shares.length / 2)]
console.log(
  `${pairs} pairs of ${width} x ${height}; the change covers ${(100 * middle).toFixed(3)} % (median)`,
)
console.log(
  `region recall at IoU .5: ${(found / regions).toFixed(3)} of ${regions}, touched at all ${(touched / regions).toFixed(3)}`,
)
console.log(
  `${(offered / pairs).toFixed(2)} regions proposed a pair; ${(milliseconds / pairs / 1000).toFixed(2)} s a pair`,
)
