import { Tensor } from 'onnxruntime-node'
import type { GraphSession } from '../../inference/sessions/graph-session'
import type { Raster } from '../../images/raster'
import { resampleWindow } from '../../images/resample-window'
import { createGraphSession } from '../../inference/sessions/model-session'
import type { SessionOptions } from '../../inference/sessions/model-session'
import type { Rect } from '../../mask/bitmap'
import { areaOf, wholeOf } from '../../mask/rect'
import { embeddingOf } from '../../similar/embedding'
import { readDetectorWeights } from './detector-package'
import { putPixels } from './letterbox'
import { detectorNetwork, FEATURE_OUTPUTS, IMAGE_INPUT, LATERAL_CHANNELS, STRIDES } from './network/network'
import { createRegionEncoder } from './region-features'
import { addMeans, changeOf, changeWeights } from './region-square'
import type { Field } from './region-square'

/** Pixels: both whole frames are seen as squares of this side. */
const SIDE = 256
const FRAMES = 2
const CHANNELS = STRIDES.length * LATERAL_CHANNELS
/** The largest ones stand for all regions. */
const MOST_REGIONS = 6

export interface PairEncoder {
  /**
   * Embedding of a pair (`similar/embedding.ts`). One call at a time.
   * @param before lies on the after frame, pixel by pixel
   * @param boxes of the marked regions, in pixels of that; none where nothing is marked
   */
  encode(before: Raster, after: Raster, boxes: readonly Rect[]): Promise<Int8Array>
  release(): Promise<void>
}

/**
 * What the detector's laterals tell of a pair: their means over the after frame; how much they changed, where the pixels
 * did; and the features of the marked regions. `DETECTOR_ENCODER` names this recipe.
 * @param folder the detector's package
 * @throws PackageError for what lies in the package, else Error in ONNX Runtime's words
 */
export async function createPairEncoder(folder: string, options: SessionOptions): Promise<PairEncoder> {
  const network = detectorNetwork(SIDE)
  const values = await readDetectorWeights(folder, network.parameters)
  const session = await createGraphSession(network.featureModel(values, FRAMES), options)
  const regionEncoder = await createRegionEncoder(folder, options)
  return {
    encode: async (before, after, boxes) => {
      const { scene, change } = await frameFeatures(session, before, after)
      const largest = boxes.toSorted((a, b) => areaOf(b) - areaOf(a)).slice(0, MOST_REGIONS)
      const regions = sumOf(await regionEncoder.encode(before, after, largest))
      return embeddingOf({ scene, change, regions })
    },
    release: async () => {
      await session.release()
      await regionEncoder.release()
    },
  }
}

/** Each [channels of all levels]. */
async function frameFeatures(
  session: GraphSession,
  before: Raster,
  after: Raster,
): Promise<{ scene: Float32Array; change: Float32Array }> {
  const frames = [before, after].map((image) => {
    const whole = wholeOf(image)
    return resampleWindow(image, whole, SIDE, SIDE)
  })
  const input = new Tensor('float32', inputOf(frames), [FRAMES, 3, SIDE, SIDE])
  const outputs = await session.run({ [IMAGE_INPUT]: input })
  const changed = squared(changeOf(frames[0], frames[1], { across: SIDE, down: SIDE }))
  const scene = new Float32Array(CHANNELS)
  const change = new Float32Array(CHANNELS)
  FEATURE_OUTPUTS.forEach((name, level) => {
    const cells = SIDE / STRIDES[level]
    const data = outputs[name].data as Float32Array
    const [first, second] = [data.subarray(0, data.length / 2), data.subarray(data.length / 2)]
    addMeans(second, evenWeights(cells), scene, level * LATERAL_CHANNELS)
    const differences = second.map((value, at) => Math.abs(value - first[at]))
    addMeans(differences, changeWeights(changed, cells), change, level * LATERAL_CHANNELS)
  })
  return { scene, change }
}

/** [frames, 3, side, side] */
function inputOf(frames: readonly Raster[]): Float32Array {
  const length = 3 * SIDE * SIDE
  const input = new Float32Array(frames.length * length)
  frames.forEach(({ data }, frame) => {
    putPixels(data, null, input.subarray(frame * length, (frame + 1) * length))
  })
  return input
}

/** Strong changes count more than the grain of a camera. */
function squared({ side, values }: Field): Field {
  return { side, values: values.map((value) => value * value) }
}

/** Weights that sum to 1. */
function evenWeights(side: number): Field {
  return { side, values: new Float32Array(side * side).fill(1 / (side * side)) }
}

/** Empty for none. */
function sumOf(vectors: readonly Float32Array[]): Float32Array {
  const sum = new Float32Array(vectors.at(0)?.length ?? 0)
  for (const vector of vectors) {
    vector.forEach((value, at) => (sum[at] += value))
  }
  return sum
}
