import { Tensor } from 'onnxruntime-node'
import type { GraphSession } from '../../inference/sessions/graph-session'
import type { Raster } from '../../images/raster'
import type { Rect } from '../../mask/bitmap'
import { areaOf } from '../../mask/measures'
import { COCO_NAMES } from '../../names/coco-names'
import type { Detection } from '../../names/detection'
import { candidates, suppressOverlaps } from './decode-boxes'
import type { RawOutputs } from './decode-boxes'
import { fillInput, mirrored, placeWindow, toImage } from './letterbox'
import type { Placement } from './letterbox'
import { FEATURE_OUTPUTS, IMAGE_INPUT, INPUT_SIDE } from './network/network'

/** Pixels; up to here the whole image alone is as good as windows (docs/decisions/101-names.md). */
const LARGE_SIDE = 768
/** Pixels. */
const LEAST_WINDOW = 320
/** Of a region's longer side. */
const WINDOW_SCALE = 4
/** A region may lie in another one's window that is at most this many times what it needs. */
const SHARED_SCALE = 1.5
/** Each costs two runs of the network; beyond, small regions keep what the whole image shows. */
const MOST_WINDOWS = 24

interface Size {
  width: number
  height: number
}

/** Square windows about regions of a large image, whole pixels inside of it; none for a small one. */
export function detectionWindows(image: Size, regions: readonly Rect[]): Rect[] {
  if (Math.max(image.width, image.height) <= LARGE_SIDE) {
    return []
  }
  const windows: Rect[] = []
  for (const region of regions.toSorted((a, b) => longer(b) - longer(a))) {
    const side = Math.ceil(Math.max(LEAST_WINDOW, WINDOW_SCALE * longer(region)))
    if (side >= Math.max(image.width, image.height)) {
      continue // the whole image is that window
    }
    const isCovered = windows.some((window) => {
      return longer(window) <= SHARED_SCALE * side && liesWithin(region, window, image)
    })
    if (!isCovered && windows.length < MOST_WINDOWS) {
      windows.push(windowAround(region, side, image))
    }
  }
  return windows
}

/** Cut by a window and not by the image: what is seen of a thing there is not all of it. */
export function isCut(box: Rect, window: Rect, image: Size): boolean {
  const margin = 1 + Math.max(window.width, window.height) / 100
  return (
    (window.x > 0 && box.x < window.x + margin) ||
    (window.y > 0 && box.y < window.y + margin) ||
    (window.x + window.width < image.width && box.x + box.width > window.x + window.width - margin) ||
    (window.y + window.height < image.height && box.y + box.height > window.y + window.height - margin)
  )
}

const longer = ({ width, height }: Size): number => Math.max(width, height)

function windowAround(region: Rect, side: number, image: Size): Rect {
  const width = Math.min(side, image.width)
  const height = Math.min(side, image.height)
  const x = Math.round(region.x + (region.width - width) / 2)
  const y = Math.round(region.y + (region.height - height) / 2)
  return {
    x: Math.min(Math.max(0, x), image.width - width),
    y: Math.min(Math.max(0, y), image.height - height),
    width,
    height,
  }
}

/** With as much room about it as it is long, where the image has that. */
function liesWithin(region: Rect, window: Rect, image: Size): boolean {
  const room = longer(region)
  return (
    window.x <= Math.max(0, region.x - room) &&
    window.y <= Math.max(0, region.y - room) &&
    window.x + window.width >= Math.min(image.width, region.x + region.width + room) &&
    window.y + window.height >= Math.min(image.height, region.y + region.height + room)
  )
}

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
  session: GraphSession,
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
export async function lookAgain(session: GraphSession, encodings: readonly Encoding[]): Promise<Encoding[]> {
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

async function run(session: GraphSession, inputs: readonly Float32Array[]): Promise<Outputs[]> {
  const results: Outputs[] = []
  for (let start = 0; start < inputs.length; start += MOST_IN_RUN) {
    results.push(...(await runBatch(session, inputs.slice(start, start + MOST_IN_RUN))))
  }
  return results
}

async function runBatch(session: GraphSession, inputs: readonly Float32Array[]): Promise<Outputs[]> {
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
