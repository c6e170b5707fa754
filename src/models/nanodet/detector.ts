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
  release(): Promise<void>
}

/**
 * @param folder the detector's package
 * @throws PackageError for what lies in the package, else Error in ONNX Runtime's words
 */
export async function createDetector(folder: string, options: SessionOptions): Promise<Detector> {
  const network = detectorNetwork()
  const values = await readDetectorWeights(folder, network.parameters)
  const session = await createGraphSession(network.model(values, 2), options)
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

  async release(): Promise<void> {
    this.encodings.clear()
    await this.session.release()
  }

  private async encodeContent(image: Raster, content: string, window: Rect): Promise<Encoding> {
    const { x, y, width, height } = window
    const key = `${content} ${x} ${y} ${width} ${height}`
    const encoding = this.encodings.get(key) ?? (await encode(this.session, image, window))
    this.encodings.delete(key)
    this.encodings.set(key, encoding)
    if (this.encodings.size > CACHED_ENCODINGS) {
      const [oldest] = this.encodings.keys()
      this.encodings.delete(oldest)
    }
    return encoding
  }
}

/** The window and its mirror image in one run. */
async function encode(session: InferenceSession, image: Raster, window: Rect): Promise<Encoding> {
  const placement = placeWindow(window)
  const length = 3 * INPUT_SIDE * INPUT_SIDE
  const input = new Float32Array(2 * length)
  fillInput(image, placement, input.subarray(0, length))
  input.set(mirrored(input.subarray(0, length)), length)
  const outputs = await session.run({
    [IMAGE_INPUT]: new Tensor('float32', input, [2, 3, INPUT_SIDE, INPUT_SIDE]),
  })
  const both = (name: string): readonly [Float32Array, Float32Array] => {
    const data = outputs[name].data as Float32Array
    return [data.subarray(0, data.length / 2), data.subarray(data.length / 2)]
  }
  const [scores, mirrorScores] = both('scores')
  const [bins, mirrorBins] = both('bins')
  const found = candidates({ scores, bins }, { scores: mirrorScores, bins: mirrorBins }, LEAST_SCORE)
  const detections = found
    .map(({ classIndex, score, box }) => ({
      name: COCO_NAMES[classIndex],
      score,
      box: toImage(placement, box),
    }))
    .filter(({ box }) => areaOf(box) > 0)
  const features = FEATURE_OUTPUTS.map((name): FeatureMap => {
    const [, channels, side] = outputs[name].dims
    return { channels, side, values: both(name)[0].slice() }
  })
  return { detections: suppressOverlaps(detections), features, placement }
}

function wholeOf({ width, height }: Raster): Rect {
  return { x: 0, y: 0, width, height }
}

function contentOf({ width, height, data }: Raster): string {
  return createHash('sha256').update(`${width} ${height}\n`).update(data).digest('hex')
}
