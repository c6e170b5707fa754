import { Tensor } from 'onnxruntime-node'
import type { InferenceSession } from 'onnxruntime-node'
import type { Raster } from '../../images/raster'
import { openTogether } from '../../process/open-together'
import { createModelSession } from '../../inference/sessions/model-session'
import type { SessionOptions } from '../../inference/sessions/model-session'
import { stretch } from '../../images/resize'

/** The model is readable and is not what it was taken for. */
export class ModelInterfaceError extends Error {
  override name = 'ModelInterfaceError'

  constructor(path: string, reason: string) {
    super(`${path} is no Segment Anything 2 model as expected: ${reason}.`)
  }
}

/** A float input's shape; sizes that are known only at run time are names. @throws ModelInterfaceError */
export function inputShape(session: InferenceSession, name: string, path: string): (number | string)[] {
  const input = session.inputMetadata.find((each) => each.name === name)
  if (input?.isTensor !== true || input.type !== 'float32') {
    throw new ModelInterfaceError(path, `it takes no ${name} of float32`)
  }
  return [...input.shape]
}

/** As `inputShape`, of an input with four fixed sides. @throws ModelInterfaceError */
export function inputSides(
  session: InferenceSession,
  name: string,
  path: string,
): [number, number, number, number] {
  const shape = inputShape(session, name, path)
  const sides = shape.filter((side) => typeof side === 'number')
  if (shape.length !== 4 || sides.length !== 4) {
    throw new ModelInterfaceError(path, `its ${name} is [${shape.join(', ')}]`)
  }
  return [sides[0], sides[1], sides[2], sides[3]]
}

/** ImageNet's, of RGB in 0 to 1 (facebookresearch/sam2, sam2/utils/transforms.py). */
const MEAN = [0.485, 0.456, 0.406]
const DEVIATION = [0.229, 0.224, 0.225]

/** The image as the encoder takes it: [1, 3, side, side], stretched to the square. */
async function modelInput(image: Raster, side: number): Promise<Float32Array> {
  const rgba = await stretch(image, side, side)
  const plane = side * side
  const values = new Float32Array(3 * plane)
  for (let channel = 0; channel < 3; channel += 1) {
    const scale = 1 / (255 * DEVIATION[channel])
    const shift = MEAN[channel] / DEVIATION[channel]
    for (let at = 0, from = channel; at < plane; at += 1, from += 4) {
      values[channel * plane + at] = rgba[from] * scale - shift
    }
  }
  return values
}

/** Outputs of the encoder for one image and inputs of the decoder, by their common names. */
export const EMBEDDING_NAMES = ['image_embed', 'high_res_feats_0', 'high_res_feats_1'] as const
export type EmbeddingName = (typeof EMBEDDING_NAMES)[number]

export interface EmbeddingPart {
  /** [1, channels, height, width] */
  shape: readonly number[]
  values: Float32Array
}

export type Embedding = Readonly<Record<EmbeddingName, EmbeddingPart>>

/** The other inputs and outputs of every decoder. */
export const PROMPT_INPUTS = ['point_coords', 'point_labels', 'mask_input', 'has_mask_input'] as const
export const MASK_OUTPUTS = ['masks', 'iou_predictions'] as const

export interface Sam2Encoder {
  encode(image: Raster): Promise<Embedding>
  release(): Promise<void>
}

/** @throws ModelInterfaceError, or Error in ONNX Runtime's words */
export function createEncoder(path: string, options: SessionOptions): Promise<Sam2Encoder> {
  return openTogether(async (keep) => encoderOf(await keep(createModelSession(path, options)), path))
}

function encoderOf(session: InferenceSession, path: string): Sam2Encoder {
  const [batch, channels, height, width] = inputSides(session, 'image', path)
  if (batch !== 1 || channels !== 3 || height !== width) {
    throw new ModelInterfaceError(path, `its image is [${[batch, channels, height, width].join(', ')}]`)
  }
  const missing = EMBEDDING_NAMES.filter((name) => !session.outputNames.includes(name))
  if (missing.length > 0) {
    throw new ModelInterfaceError(path, `it gives no ${missing.join(' and no ')}`)
  }
  return {
    encode: (image) => encode(session, image, height),
    release: () => session.release(),
  }
}

async function encode(session: InferenceSession, image: Raster, side: number): Promise<Embedding> {
  const input = new Tensor('float32', await modelInput(image, side), [1, 3, side, side])
  const outputs = await session.run({ image: input })
  const part = (name: EmbeddingName): EmbeddingPart => {
    const { data, dims } = outputs[name]
    return { shape: dims, values: data as Float32Array }
  }
  return {
    image_embed: part('image_embed'),
    high_res_feats_0: part('high_res_feats_0'),
    high_res_feats_1: part('high_res_feats_1'),
  }
}
