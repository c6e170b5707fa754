import { createHash } from 'node:crypto'
import { Tensor } from 'onnxruntime-node'
import type { InferenceSession } from 'onnxruntime-node'
import type { Raster } from '../../images/raster'
import { createGraphSession } from '../../inference/sessions/model-session'
import type { SessionOptions } from '../../inference/sessions/session'
import type { Rect } from '../../mask/bitmap'
import { areaOf } from '../../mask/boxes'
import { COCO_NAMES } from '../../names/coco-names'
import type { Detection } from '../../names/detection'
import { candidates } from './decode-boxes'
import type { RawOutputs } from './decode-boxes'
import { detectionWindows, isCut } from './detection-windows'
import { readDetectorWeights } from './detector-package'
import { fillInput, mirrored, placeWindow, toImage } from './letterbox'
import type { Placement } from './letterbox'
import { detectorNetwork, FEATURE_OUTPUTS, IMAGE_INPUT } from './network/detector-model'
import { INPUT_SIDE } from './network/sizes'
import { suppressOverlaps } from './suppress-overlaps'

/** Rule D asks the other frame for half of .35 (`names/name-claims.ts`); below, boxes are mostly noise. */
export const LEAST_SCORE = 0.1
/** About 2 MB each: both frames of the last pairs, and the windows of a large one. */
const CACHED_ENCODINGS = 32

/** Values of one lateral: [channels, side, side], row-major, over the square of the network's input. */
export interface FeatureMap {
  readonly channels: number
  readonly side: number
  readonly values: Float32Array
}

/** What the network makes of a window of an image. */
export interface Encoding {
  /** Best first, in pixels of the image. */
  readonly detections: readonly Detection[]
  /** At strides 8, 16 and 32 of the input; `placement` says which part of it is the image. */
  readonly features: readonly FeatureMap[]
  readonly placement: Placement
}

/**
 * NanoDet-g on images of any size. One call at a time. Encodings of the last images are in memory, by content.
 */
export interface Detector {
  /**
   * Things in the image, best first, scores from `LEAST_SCORE` on.
   * @param regions boxes that matter, in pixels of this image; a large image is searched in windows about them too
   */
  detect(image: Raster, regions?: readonly Rect[]): Promise<Detection[]>
  /** Detections and features of a window, by default the whole image. */
  encode(image: Raster, window?: Rect): Promise<Encoding>
  /** Encodes whole images in one run, for the calls that follow. */
  encodeAll(images: readonly Raster[]): Promise<void>
  release(): Promise<void>
}

/**
 * @param folder the detector's package
 * @throws PackageError for what lies in the package, else Error in ONNX Runtime's words
 */
export async function createDetector(folder: string, options: SessionOptions): Promise<Detector> {
  const network = detectorNetwork()
  const values = await readDetectorWeights(folder, network.parameters)
  const session = await createGraphSession(network.model(values), options)
  return new NanodetDetector(session)
}

class NanodetDetector implements Detector {
  /** The most recently used last. */
  private readonly encodings = new Map<string, Encoding>()

  constructor(private readonly session: InferenceSession) {}

  async detect(image: Raster, regions: readonly Rect[] = []): Promise<Detection[]> {
    const content = contentOf(image)
    const whole = await this.encodeContent(image, content, wholeOf(image))
    const found = [...whole.detections]
    for (const window of detectionWindows(image, regions)) {
      const { detections } = await this.encodeContent(image, content, window)
      found.push(...detections.filter(({ box }) => !isCut(box, window, image)))
    }
    return suppressOverlaps(found)
  }

  encode(image: Raster, window: Rect = wholeOf(image)): Promise<Encoding> {
    return this.encodeContent(image, contentOf(image), window)
  }

  async encodeAll(images: readonly Raster[]): Promise<void> {
    const whole = new Map(images.map((image) => [keyOf(contentOf(image), wholeOf(image)), image]))
    const missing = [...whole].filter(([key]) => !this.encodings.has(key))
    const windows = missing.map(([, image]) => ({ image, window: wholeOf(image) }))
    const encoded = missing.length === 0 ? [] : await encode(this.session, windows)
    missing.forEach(([key], index) => this.cache(key, encoded[index]))
  }

  async release(): Promise<void> {
    this.encodings.clear()
    await this.session.release()
  }

  private async encodeContent(image: Raster, content: string, window: Rect): Promise<Encoding> {
    const key = keyOf(content, window)
    const encoding = this.encodings.get(key) ?? (await encode(this.session, [{ image, window }]))[0]
    this.cache(key, encoding)
    return encoding
  }

  private cache(key: string, encoding: Encoding): void {
    this.encodings.delete(key)
    this.encodings.set(key, encoding)
    if (this.encodings.size > CACHED_ENCODINGS) {
      const [oldest] = this.encodings.keys()
      this.encodings.delete(oldest)
    }
  }
}

function keyOf(content: string, { x, y, width, height }: Rect): string {
  return `${content} ${x} ${y} ${width} ${height}`
}

/** Each window and its mirror image, all in one run. */
async function encode(
  session: InferenceSession,
  windows: readonly { image: Raster; window: Rect }[],
): Promise<Encoding[]> {
  const length = 3 * INPUT_SIDE * INPUT_SIDE
  const input = new Float32Array(2 * windows.length * length)
  const placements = windows.map(({ image, window }, index) => {
    const [first, second] = [2 * index * length, (2 * index + 1) * length]
    const placement = placeWindow(window)
    fillInput(image, placement, input.subarray(first, second))
    input.set(mirrored(input.subarray(first, second)), second)
    return placement
  })
  const shape = [2 * windows.length, 3, INPUT_SIDE, INPUT_SIDE]
  const outputs = await session.run({ [IMAGE_INPUT]: new Tensor('float32', input, shape) })
  return placements.map((placement, index) => encodingOf(outputs, placement, index))
}

/** Of the window with this index, whose mirror image comes behind it. */
function encodingOf(outputs: InferenceSession.ReturnType, placement: Placement, index: number): Encoding {
  const imageOf = (name: string, at: number): Float32Array => {
    const { data, dims } = outputs[name]
    const length = data.length / dims[0]
    return (data as Float32Array).subarray(at * length, (at + 1) * length)
  }
  const raw = (at: number): RawOutputs => ({ scores: imageOf('scores', at), bins: imageOf('bins', at) })
  const detections = candidates(raw(2 * index), raw(2 * index + 1), LEAST_SCORE)
    .map(({ classIndex, score, box }) => ({
      name: COCO_NAMES[classIndex],
      score,
      box: toImage(placement, box),
    }))
    .filter(({ box }) => areaOf(box) > 0)
  const features = FEATURE_OUTPUTS.map((name): FeatureMap => {
    const [, channels, side] = outputs[name].dims
    return { channels, side, values: imageOf(name, 2 * index).slice() }
  })
  return { detections: suppressOverlaps(detections), features, placement }
}

function wholeOf({ width, height }: Raster): Rect {
  return { x: 0, y: 0, width, height }
}

function contentOf({ width, height, data }: Raster): string {
  return createHash('sha256').update(`${width} ${height}\n`).update(data).digest('hex')
}
