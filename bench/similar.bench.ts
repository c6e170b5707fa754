import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../build/build'
import { makePair } from '../src/images/testing'
import { createPairEncoder } from '../src/models/nanodet/pair-encoder'
import { MANIFEST_FILE } from '../src/packages/files'
import { bitsAlike } from '../src/images/fingerprint'
import { centred } from '../src/similar/centred'
import { farthestFirst } from '../src/similar/farthest-first'
import { mapOf } from '../src/similar/map'
import { nearDuplicates } from '../src/similar/near-duplicates'
import { nearestFirst } from '../src/similar/nearest-first'
import { madeSet, randomNumbers } from '../src/similar/testing'
import { WHOLE_MAP } from '../renderer/queue/map/camera'
import { pointAt } from '../renderer/queue/map/find-points'
import { packedColor, paintPoints, radiusFor } from '../renderer/queue/map/paint-points'
import { STATE_COLORS } from '../renderer/components/colors'
import { quantile } from './statistics'

/**
 * `npm run bench -- similar`: orders, near-duplicates and the map of 100,000 made embeddings of 60 kinds, on one
 * thread, the painting of the map's points, and an embedding. `DELTASCRIBE_BENCH_PAIRS` sets the count.
 */
const COUNT = Number(process.env['DELTASCRIBE_BENCH_PAIRS'] ?? 100_000)
const KINDS = 60
const ROUNDS = 5
const FRAMES = 60
const IMAGE = { width: 640, height: 480 }
const BOXES = [40, 200, 360].map((x) => ({ x, y: 100, width: 60, height: 40 }))
/** A large window. */
const SIZE = { width: 1920, height: 1000 }
const LIMITS = {
  nearest: 1,
  farthest: 60,
  duplicates: 30,
  map: 10,
  centred: 2,
  frame: 1 / 60,
  embedding: 0.5,
}

const made = madeSet(COUNT, KINDS)
const set = centred(made)
const ids = Array.from({ length: COUNT }, (_, index) => index + 1)

const random = randomNumbers(5)
/** Of each pair as many words as both frames have; those of a kind have most of their bits in common. */
const kindWords = Array.from({ length: KINDS }, madeWords)
const fingerprints = ids.map((id) => {
  const noise = madeWords()
  return kindWords[id % KINDS].map((word, at) => word ^ (noise[at] & (noise[(at + 1) % noise.length] << 1)))
})

function madeWords(): Int32Array {
  return Int32Array.from({ length: 16 }, () => random() * 2 ** 32)
}

function areAlike(a: number, b: number): boolean {
  return bitsAlike(fingerprints[a - 1], fingerprints[b - 1])
}

function seconds(work: () => void): number {
  const started = performance.now()
  work()
  return (performance.now() - started) / 1000
}

function report(name: string, taken: number, limit: number): void {
  const ratio = (taken / limit).toFixed(2)
  console.log(
    `  ${name}: ${taken < 0.1 ? `${(1000 * taken).toFixed(1)} ms` : `${taken.toFixed(2)} s`}, ${ratio} of the limit`,
  )
}

const nearest = Array.from({ length: ROUNDS }, (_, round) =>
  seconds(() => nearestFirst(set, ids, 7 * round + 1)),
)
report(
  `all ${COUNT.toLocaleString()} pairs by likeness to one, median of ${ROUNDS}`,
  quantile(nearest, 0.5),
  LIMITS.nearest,
)
report(
  'most different first',
  seconds(() => farthestFirst(set, ids)),
  LIMITS.farthest,
)
report(
  'near-duplicates',
  seconds(() => nearDuplicates(set, ids, areAlike)),
  LIMITS.duplicates,
)
report(
  'places on the map',
  seconds(() => mapOf(set, ids)),
  LIMITS.map,
)

report(
  'differences from the mean of the set',
  seconds(() => void centred(made)),
  LIMITS.centred,
)

const next = randomNumbers(3)
const points = {
  ids,
  x: Float32Array.from(ids, () => 2 * next() - 1),
  y: Float32Array.from(ids, () => 2 * next() - 1),
}
const palette = Uint32Array.from(Object.values(STATE_COLORS), packedColor)
const colors = { places: ids.map((id) => id % palette.length), palette }
const pixels = new Uint32Array(SIZE.width * SIZE.height)
const frames = Array.from({ length: FRAMES }, (_, frame) =>
  seconds(() => {
    pixels.fill(0)
    const camera = { ...WHOLE_MAP, zoom: 1 + frame / FRAMES }
    paintPoints(pixels, SIZE, { points, colors, camera, radius: radiusFor(COUNT) })
  }),
)
report('a frame of the map, p95', quantile(frames, 0.95), LIMITS.frame)
const hovers = Array.from({ length: FRAMES }, (_, at) =>
  seconds(() => void pointAt(points, WHOLE_MAP, SIZE, { x: 20 * at, y: 10 * at }, 10)),
)
report('the point under the pointer, p95', quantile(hovers, 0.95), LIMITS.frame)

const detectorFolder = join(root, 'dist', 'models', 'nanodet')
if (existsSync(join(detectorFolder, MANIFEST_FILE))) {
  const encoder = await createPairEncoder(detectorFolder, { provider: 'cpu', threads: 1 })
  const { before, after } = makePair(0, IMAGE.width, IMAGE.height)
  const taken: number[] = []
  for (let round = 0; round < 2 * ROUNDS; round += 1) {
    const started = performance.now()
    await encoder.encode(before, after, BOXES)
    taken.push((performance.now() - started) / 1000)
  }
  await encoder.release()
  const about = `${IMAGE.width} x ${IMAGE.height} with ${BOXES.length} regions, one thread`
  report(`an embedding of ${about}, median of ${taken.length}`, quantile(taken, 0.5), LIMITS.embedding)
} else {
  console.log(`  left out: ${detectorFolder} is not there (npm run build makes it)`)
}
