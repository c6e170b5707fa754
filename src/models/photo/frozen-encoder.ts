import { Tensor } from 'onnxruntime-node'
import type { GraphSession } from '../../inference/sessions/graph-session'
import { createGraphSession, createRowSession } from '../../inference/sessions/model-session'
import type { SessionOptions } from '../../inference/sessions/model-session'
import { readDetectorWeights } from '../nanodet/detector-package'
import { putPixels } from '../nanodet/letterbox'
import { detectorNetwork, FEATURE_OUTPUTS, IMAGE_INPUT } from '../nanodet/network/network'
import type { StageData } from '../pair-data'
import { ENCODED_STRIDES } from './network/training'
import type { HeightWidth } from '../layers/sizes'

/** Pixels of a frame: three bytes each, row by row. */
export type FramePixels = Uint8Array

export interface FrozenEncoder {
  /** Features of the detector for the pairs, by the names of the network's inputs. One call at a time. */
  encode(
    pairs: readonly { readonly before: FramePixels; readonly after: FramePixels }[],
  ): Promise<Record<string, StageData>>
  release(): Promise<void>
}

/** The weights of the detector's package, for frames of any size. @throws PackageError */
export function readEncoderWeights(folder: string): Promise<ReadonlyMap<string, Float32Array>> {
  return readDetectorWeights(folder, detectorNetwork().parameters)
}

/**
 * The detector up to its laterals, for frames of one size.
 * @param weights from `readEncoderWeights`
 * @param frame height and width, multiples of 32
 * @param mostRows frames of one run on a device
 * @throws Error with ONNX Runtime's message
 */
export async function createFrozenEncoder(
  weights: ReadonlyMap<string, Float32Array>,
  [height, width]: HeightWidth,
  options: SessionOptions,
  mostRows = 1,
): Promise<FrozenEncoder> {
  const model = detectorNetwork(height, width).featureModel(weights, null)
  const session = await (options.provider === 'cpu'
    ? createGraphSession(model, options)
    : createRowSession(model, options, mostRows))
  return {
    encode: async (pairs) => {
      const features: Record<string, StageData> = {}
      for (const name of ['before', 'after'] as const) {
        const frames = pairs.map((pair) => pair[name])
        const levels = await encodeFrames(session, frames, [height, width])
        levels.forEach((level, index) => (features[`${name}${ENCODED_STRIDES[index]}`] = level))
      }
      return features
    },
    release: () => session.release(),
  }
}

async function encodeFrames(
  session: GraphSession,
  frames: readonly FramePixels[],
  [height, width]: HeightWidth,
): Promise<StageData[]> {
  const length = 3 * height * width
  const input = new Float32Array(length * frames.length)
  frames.forEach((pixels, index) => {
    putPixels(pixels, null, input.subarray(index * length, (index + 1) * length))
  })
  const shape = [frames.length, 3, height, width]
  const outputs = await session.run({ [IMAGE_INPUT]: new Tensor('float32', input, shape) })
  return FEATURE_OUTPUTS.map((name) => {
    const { data, dims } = outputs[name]
    return { data: data as Float32Array, shape: dims }
  })
}
