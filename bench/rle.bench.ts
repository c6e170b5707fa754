import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { z } from 'zod'
import type { Bitmap } from '../src/mask/bitmap'
import { decodeRle, encodeRle } from '../src/mask/rle'
import { seededRandom } from '../src/metrics/set-score'

/**
 * Nanoseconds a pixel for encoding and decoding masks, at several sizes; beside pycocotools on the same masks where
 * `DELTASCRIBE_PYTHON` names a Python that has it. Masks lie row by row, as images do, and counts go down the
 * columns: from rows to text is the same work on both sides. pycocotools can also start from columns, without the
 * transposition; the second ratio is against that. The two alternate, because the speed of a shared machine varies,
 * and the fastest of each counts.
 */

const SIZES = [64, 128, 256, 257, 512, 1024, 4096]
const ROUNDS = 3
/** Of a size in a turn. */
const LEAST_REPEATS = 3
const LEAST_MS = 300
/** Before the first is timed, as code that runs seldom is not compiled yet. */
const WARM_UP_MS = 1000
/** Many small masks are coded in a row, so that the clock can resolve them; few, so that some are undisturbed. */
const PIXELS_AT_ONCE = 2 ** 17

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
  const times = Math.max(1, Math.round(PIXELS_AT_ONCE / pixels))
  let best = Infinity
  const end = performance.now() + LEAST_MS
  for (let repeat = 0; repeat < LEAST_REPEATS || performance.now() < end; repeat += 1) {
    const start = performance.now()
    for (let time = 0; time < times; time += 1) {
      work()
    }
    best = Math.min(best, (performance.now() - start) / times)
  }
  return best * 1e6
}

const theirsSchema = z.record(
  z.string(),
  z.object({ fromRows: z.number(), fromColumns: z.number(), counts: z.string() }),
)

/** Nanoseconds a pixel by size; null where there is no pycocotools. */
function pycocotools(bitmaps: readonly Bitmap[]): z.infer<typeof theirsSchema> | null {
  const python = process.env['DELTASCRIBE_PYTHON']
  if (python === undefined) {
    return null
  }
  const { status, stdout, stderr } = spawnSync(
    python,
    [join(import.meta.dirname, 'rle_pycocotools.py'), ...SIZES.map(String)],
    { input: Buffer.concat(bitmaps.map(({ data }) => data)) },
  )
  if (status !== 0) {
    throw new Error(`${python}: ${stderr.toString()}`)
  }
  return theirsSchema.parse(JSON.parse(stdout.toString()))
}

function warmUp(): void {
  const bitmap = { width: 65, height: 64, data: discs(65).subarray(0, 65 * 64) }
  for (const start = performance.now(); performance.now() - start < WARM_UP_MS;) {
    decodeRle(encodeRle(bitmap))
  }
}

const bitmaps = SIZES.map((size) => ({ width: size, height: size, data: discs(size) }))
const rles = bitmaps.map((bitmap) => encodeRle(bitmap))
const ours = SIZES.map(() => ({ encode: Infinity, decode: Infinity }))
const theirs = SIZES.map(() => ({ fromRows: Infinity, fromColumns: Infinity }))
warmUp()
for (let turn = 0; turn < ROUNDS; turn += 1) {
  const expected = pycocotools(bitmaps)
  for (const [index, size] of SIZES.entries()) {
    const pixels = size * size
    ours[index].encode = Math.min(
      ours[index].encode,
      fastest(pixels, () => encodeRle(bitmaps[index])) / pixels,
    )
    ours[index].decode = Math.min(ours[index].decode, fastest(pixels, () => decodeRle(rles[index])) / pixels)
    if (expected !== null) {
      const { fromRows, fromColumns, counts } = expected[size]
      if (counts !== rles[index].counts) {
        throw new Error(`pycocotools has other counts for ${size} x ${size}`)
      }
      theirs[index].fromRows = Math.min(theirs[index].fromRows, fromRows)
      theirs[index].fromColumns = Math.min(theirs[index].fromColumns, fromColumns)
    }
  }
}
for (const [index, size] of SIZES.entries()) {
  const { encode, decode } = ours[index]
  const { fromRows, fromColumns } = theirs[index]
  const ratio = Number.isFinite(fromRows)
    ? `${(fromRows / encode).toFixed(2)} x the speed of pycocotools (${fromRows.toFixed(3)} ns); ` +
      `${(fromColumns / encode).toFixed(2)} x where it starts from columns (${fromColumns.toFixed(3)} ns)`
    : 'pycocotools is not at hand'
  console.log(
    `${size} x ${size}: encode ${encode.toFixed(3)} ns a pixel, decode ${decode.toFixed(3)}; ${ratio}`,
  )
}
