// At which scales, and from which probability on, does a model of photographs mark best? On composed pairs:
//   deltascribe compose --photographs DIR --outlines COCO.json --out SET -n 60 --seed 78 --held-out --size 480x352 --layout folder
//   npx tsx bench/photo-scales.ts SET [PACKAGE]

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../build/build'
import { decodePair } from '../src/frames/decode-pair'
import { openMapper } from '../src/models/photo/predictor/predictor'
import { mapRegions } from '../src/models/change-map/regions'
import { countMask, SetScore } from './accuracy/scoring'
import { grey } from './evaluation-sets'

const [set, folder = join(root, 'models', 'ccrc-photo')] = process.argv.slice(2)
const CHOICES = [[1], [0.75], [0.5], [1, 0.5], [1, 0.75], [1, 0.75, 0.5]]
const THRESHOLDS = [0.3, 0.5, 0.7]

const detector = join(root, 'dist', 'models', 'nanodet')
const { mapper } = await openMapper(folder, { provider: 'cpu', threads: 1, detector })
const scores = CHOICES.map(() => THRESHOLDS.map(() => new SetScore('iou')))
const files = await readdir(join(set, 'before'))
for (const file of files.toSorted()) {
  const { before, after } = await decodePair(join(set, 'before', file), join(set, 'after', file))
  const truth = await grey(join(set, 'masks', file))
  for (const [choice, scales] of CHOICES.entries()) {
    const map = await mapper.map(before, after, scales)
    for (const [at, threshold] of THRESHOLDS.entries()) {
      const { labels } = mapRegions(map, threshold)
      const counts = countMask(Uint8Array.from(labels, Math.sign), truth)
      scores[choice][at].add({ key: file, group: 'all', counts })
    }
  }
}
await mapper.release()
console.log(`${files.length} pairs, IoU\nscales | ${THRESHOLDS.join(' | ')}`)
CHOICES.forEach((scales, choice) =>
  console.log([scales.join(' and '), ...scores[choice]].map(String).join(' | ')),
)
