import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { decodeRle, encodeRle } from '../src/mask/rle'
import { seededRandom } from '../src/metrics/random'

/**
 * Nanoseconds a pixel for encoding and decoding masks, at sizes that tell of growth; beside pycocotools on
 * the same masks where `DELTASCRIBE_PYTHON` names a Python that has it.
 */

const sizes = [64, 128, 256, 257, 512, 1024, 4096]
const repeats = 40
/** Before the first is timed, as code that runs seldom is not compiled yet. */
const warmUpMs = 1000
/** Of small masks many are coded in a row, so that the clock can tell them. */
const pixelsAtOnce = 2 ** 21

/** Discs, as real masks are: long runs and few. */
function discs(size: number): Uint8Array {
  const next = seededRandom(size)
  const data = new Uint8Array(size * size)
  for (let count = 0; count < 12; count += 1) {
    const [x, y, radius] = [next() * size, next() * size, (next() * size) / 10]
    for (let row = Math.max(0, Math.floor(y - radius)); row < Math.min(size, y + radius); row += 1) {
      const half = Math.sqrt(Math.max(0, radius ** 2 - (row - y) ** 2))
      data.fill(
        1,
        row * size + Math.max(0, Math.floor(x - half)),
        row * size + Math.min(size, Math.ceil(x + half)),
      )
    }
  }
  return data
}

/** Nanoseconds. */
function fastest(pixels: number, work: () => void): number {
  const times = Math.max(1, Math.round(pixelsAtOnce / pixels))
  let best = Infinity
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    const start = performance.now()
    for (let time = 0; time < times; time += 1) {
      work()
    }
    best = Math.min(best, (performance.now() - start) / times)
  }
  return best * 1e6
}

/** Nanoseconds a pixel by size; null where there is no pycocotools. */
function pycocotools(): Record<string, number> | null {
  const python = process.env['DELTASCRIBE_PYTHON']
  if (python === undefined) {
    return null
  }
  const { status, stdout } = spawnSync(python, [
    join(import.meta.dirname, 'rle_pycocotools.py'),
    ...sizes.map(String),
  ])
  return status === 0 ? (JSON.parse(stdout.toString()) as Record<string, number>) : null
}

function warmUp(): void {
  const bitmap = { width: 65, height: 64, data: discs(65).subarray(0, 65 * 64) }
  for (const start = performance.now(); performance.now() - start < warmUpMs;) {
    decodeRle(encodeRle(bitmap))
  }
}

const theirs = pycocotools()
warmUp()
for (const size of sizes) {
  const bitmap = { width: size, height: size, data: discs(size) }
  const rle = encodeRle(bitmap)
  const pixels = size * size
  const encode = fastest(pixels, () => encodeRle(bitmap)) / pixels
  const decode = fastest(pixels, () => decodeRle(rle)) / pixels
  const ratio =
    theirs === null
      ? 'pycocotools is not at hand'
      : `${(theirs[size] / encode).toFixed(2)} x the speed of pycocotools (${theirs[size].toFixed(3)} ns)`
  console.log(
    `${size} x ${size}: encode ${encode.toFixed(3)} ns a pixel, decode ${decode.toFixed(3)}; ${ratio}`,
  )
}
