import { Tensor } from 'onnxruntime-node'
import type { GraphSession } from '../../inference/sessions/graph-session'
import type { Raster } from '../../images/raster'
import type { Rect } from '../../mask/bitmap'
import { areaOf } from '../../mask/rect'
import { COCO_NAMES } from '../../names/coco-names'
import type { Detection } from '../../names/detection'
import { candidates, suppressOverlaps } from './decode-boxes'
import type { RawOutputs } from './decode-boxes'
import { fillInput, mirrored, placeWindow, toImage } from './letterbox'
import type { Placement } from './letterbox'
import { IMAGE_INPUT, INPUT_SIDE } from './network/network'

/** Rule D needs half of .35 in the other frame (`names/rule.ts`); below, boxes are mostly noise. */
export const LEAST_SCORE = 0.1
/** Inputs in one run; more take memory and save no time. */
const MOST_IN_RUN = 4

export interface ImageWindow {
  readonly image: Raster
  readonly window: Rect
}

/** What the network sees in a window of an image. */
export interface Encoding {
  /** Best first, in pixels of the image. */
  readonly detections: readonly Detection[]
  readonly placement: Placement
  /** Kept for adding the mirror image; null once it was added. */
  readonly raw: { readonly input: Float32Array; readonly outputs: RawOutputs } | null
}

/**
 * Encodes the windows as they are.
 * @param side of the inputs that the session takes, pixels
 */
export async function encodeWindows(
  session: GraphSession,
  windows: readonly ImageWindow[],
  side: number = INPUT_SIDE,
): Promise<Encoding[]> {
  const placements = windows.map(({ window }) => placeWindow(window, side))
  const inputs = inputsOf(windows.length, side)
  windows.forEach(({ image }, index) => fillInput(image, placements[index], inputs[index]))
  return (await run(session, inputs, side)).map((outputs, index) => ({
    detections: detectionsOf(outputs, null, placements[index]),
    placement: placements[index],
    raw: { input: inputs[index], outputs },
  }))
}

/** Encodes the windows as the mean of each window and its mirror image. */
export async function lookAgain(session: GraphSession, encodings: readonly Encoding[]): Promise<Encoding[]> {
  const raws = encodings.flatMap(({ raw }) => raw ?? [])
  const mirrors = await run(
    session,
    raws.map(({ input }) => mirrored(input)),
    INPUT_SIDE,
  )
  const mirrorOf = new Map(raws.map((raw, index) => [raw, mirrors[index]]))
  return encodings.map((encoding) => {
    const { raw, placement } = encoding
    const mirror = raw === null ? undefined : mirrorOf.get(raw)
    return raw === null || mirror === undefined
      ? encoding
      : { ...encoding, detections: detectionsOf(raw.outputs, mirror, placement), raw: null }
  })
}

/** Each [3, side, side]. */
function inputsOf(count: number, side: number): Float32Array[] {
  return Array.from({ length: count }, () => new Float32Array(3 * side * side))
}

async function run(
  session: GraphSession,
  inputs: readonly Float32Array[],
  side: number,
): Promise<RawOutputs[]> {
  const results: RawOutputs[] = []
  for (let start = 0; start < inputs.length; start += MOST_IN_RUN) {
    results.push(...(await runBatch(session, inputs.slice(start, start + MOST_IN_RUN), side)))
  }
  return results
}

async function runBatch(
  session: GraphSession,
  inputs: readonly Float32Array[],
  side: number,
): Promise<RawOutputs[]> {
  const shape = [inputs.length, 3, side, side]
  const feeds = { [IMAGE_INPUT]: new Tensor('float32', joined(inputs), shape) }
  const { scores, bins } = await session.run(feeds, ['scores', 'bins'])
  return inputs.map((_, index) => ({ scores: rowOf(scores, index), bins: rowOf(bins, index) }))
}

/** One is not copied: an input is 2 MB. */
function joined(inputs: readonly Float32Array[]): Float32Array {
  if (inputs.length === 1) {
    return inputs[0]
  }
  const all = new Float32Array(inputs.length * inputs[0].length)
  inputs.forEach((input, index) => all.set(input, index * input.length))
  return all
}

function rowOf({ data, dims }: Tensor, row: number): Float32Array {
  const size = data.length / dims[0]
  return (data as Float32Array).subarray(row * size, (row + 1) * size)
}

function detectionsOf(plain: RawOutputs, mirror: RawOutputs | null, placement: Placement): Detection[] {
  const found = candidates(plain, mirror, LEAST_SCORE, placement.side)
    .map(({ classIndex, score, box }) => ({
      name: COCO_NAMES[classIndex],
      score,
      box: toImage(placement, box),
    }))
    .filter(({ box }) => areaOf(box) > 0)
  return suppressOverlaps(found)
}
