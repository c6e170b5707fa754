// What does it cost if the before frame was saved smaller? On composed pairs, by the share of its sides:
//   deltascribe compose --photographs DIR --outlines COCO.json --out SET -n 60 --seed 78 --held-out --size 480x352 --layout folder
//   npx tsx bench/photo-sizes.ts SET [PACKAGE]

import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../build/build'
import { decodePair } from '../src/frames/decode-pair'
import { encodePng } from '../src/images/raster'
import { resampleWindow } from '../src/images/resample-window'
import { mapRegions } from '../src/models/change-map/regions'
import { openMapper } from '../src/models/photo/predictor/predictor'
import { countMask, SetScore } from './accuracy/scoring'
import { grey } from './evaluation-sets'
import { VIEWS_IN_USE } from '../src/models/photo/predictor/views'

const [set, folder = join(root, 'models', 'ccrc-photo')] = process.argv.slice(2)
const SHARES = [1, 0.98, 0.75, 0.5, 0.25]
const THRESHOLD = 0.5

const detector = join(root, 'dist', 'models', 'nanodet')
const { mapper } = await openMapper(folder, { provider: 'cpu', threads: 1, detector })
const scratch = await mkdtemp(join(tmpdir(), 'photo-sizes-'))
const small = join(scratch, 'before.png')
const scores = SHARES.map(() => new SetScore('iou'))
const files = await readdir(join(set, 'before'))
for (const file of files.toSorted()) {
  const afterPath = join(set, 'after', file)
  const { before: whole } = await decodePair(join(set, 'before', file), afterPath)
  const truth = await grey(join(set, 'masks', file))
  const { width, height } = whole
  for (const [at, share] of SHARES.entries()) {
    const sides = [width, height].map((side) => Math.round(side * share)) as [number, number]
    await writeFile(small, await encodePng(resampleWindow(whole, { x: 0, y: 0, width, height }, ...sides)))
    const { before, after } = await decodePair(small, afterPath)
    const { labels } = mapRegions(await mapper.map(before, after, VIEWS_IN_USE), THRESHOLD)
    scores[at].add({ key: file, group: 'all', counts: countMask(Uint8Array.from(labels, Math.sign), truth) })
  }
}
await mapper.release()
await rm(scratch, { recursive: true })
console.log(`${files.length} pairs, IoU\n${SHARES.join(' | ')}\n${scores.map(String).join(' | ')}`)
