import { Tensor } from 'onnxruntime-node'
import type { InferenceSession } from 'onnxruntime-node'
import type { Raster } from '../../images/raster'
import type { Rect } from '../../mask/bitmap'
import { areaOf } from '../../mask/boxes'
import { COCO_NAMES } from '../../names/coco-names'
import type { Detection } from '../../names/detection'
import { candidates } from './decode-boxes'
import type { RawOutputs } from './decode-boxes'
import { fillInput, mirrored, placeWindow, toImage } from './letterbox'
import type { Placement } from './letterbox'
import { FEATURE_OUTPUTS, IMAGE_INPUT } from './network/detector-model'
import { INPUT_SIDE } from './network/sizes'
import { suppressOverlaps } from './suppress-overlaps'

/** Rule D needs half of .35 in the other frame (`names/rule.ts`); below, boxes are mostly noise. */
export const LEAST_SCORE = 0.1
/** Inputs in one run; more take memory and save no time. */
const MOST_IN_RUN = 4

export interface ImageWindow {
  readonly image: Raster
  readonly window: Rect
}

/** Values of one lateral: [channels, side, side], row-major, over the square of the network's input. */
export interface FeatureMap {
  readonly channels: number
  readonly side: number
  readonly values: Float32Array
}

/** Output of the network for a window of an image. */
export interface Encoding {
  /** Best first, in pixels of the image. */
  readonly detections: readonly Detection[]
  /** At strides 8, 16 and 32 of the input; `placement` is the part of it that is the image. */
  readonly features: readonly FeatureMap[]
  readonly placement: Placement
  /** Kept for adding the mirror image; null once it was added. */
  readonly raw: { readonly input: Float32Array; readonly outputs: RawOutputs } | null
}

/** Encodes the windows as they are. */
export async function encodeWindows(
  session: InferenceSession,
  windows: readonly ImageWindow[],
): Promise<Encoding[]> {
  const placements = windows.map(({ window }) => placeWindow(window))
  const inputs = windows.map(({ image }, index) => {
    const input = new Float32Array(3 * INPUT_SIDE * INPUT_SIDE)
    fillInput(image, placements[index], input)
    return input
  })
  return (await run(session, inputs)).map(({ features, ...outputs }, index) => ({
    detections: detectionsOf(outputs, null, placements[index]),
    features,
    placement: placements[index],
    raw: { input: inputs[index], outputs },
  }))
}

/** Encodes the windows as the mean of each window and its mirror image. */
export async function lookAgain(
  session: InferenceSession,
  encodings: readonly Encoding[],
): Promise<Encoding[]> {
  const raws = encodings.flatMap(({ raw }) => raw ?? [])
  const mirrors = await run(
    session,
    raws.map(({ input }) => mirrored(input)),
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

/** Output of the network for one input. */
interface Outputs extends RawOutputs {
  readonly features: readonly FeatureMap[]
}

async function run(session: InferenceSession, inputs: readonly Float32Array[]): Promise<Outputs[]> {
  const results: Outputs[] = []
  for (let start = 0; start < inputs.length; start += MOST_IN_RUN) {
    results.push(...(await runBatch(session, inputs.slice(start, start + MOST_IN_RUN))))
  }
  return results
}

async function runBatch(session: InferenceSession, inputs: readonly Float32Array[]): Promise<Outputs[]> {
  const length = 3 * INPUT_SIDE * INPUT_SIDE
  const all = new Float32Array(inputs.length * length)
  inputs.forEach((input, index) => all.set(input, index * length))
  const shape = [inputs.length, 3, INPUT_SIDE, INPUT_SIDE]
  const outputs = await session.run({ [IMAGE_INPUT]: new Tensor('float32', all, shape) })
  return inputs.map((_, index) => {
    const valuesOf = (name: string): Float32Array => {
      const { data, dims } = outputs[name]
      const size = data.length / dims[0]
      return (data as Float32Array).slice(index * size, (index + 1) * size)
    }
    const features = FEATURE_OUTPUTS.map((name): FeatureMap => {
      const [, channels, side] = outputs[name].dims
      return { channels, side, values: valuesOf(name) }
    })
    return { scores: valuesOf('scores'), bins: valuesOf('bins'), features }
  })
}

function detectionsOf(plain: RawOutputs, mirror: RawOutputs | null, placement: Placement): Detection[] {
  const found = candidates(plain, mirror, LEAST_SCORE)
    .map(({ classIndex, score, box }) => ({
      name: COCO_NAMES[classIndex],
      score,
      box: toImage(placement, box),
    }))
    .filter(({ box }) => areaOf(box) > 0)
  return suppressOverlaps(found)
}
