import { Tensor } from 'onnxruntime-node'
import type { GraphSession } from '../../inference/sessions/graph-session'
import type { Raster } from '../../images/raster'
import { openTogether } from '../../process/open-together'
import { createModelSession } from '../../inference/sessions/model-session'
import type { SessionOptions } from '../../inference/sessions/model-session'
import { stretch } from '../../images/transform'
import type { PromptPoint, Prompts } from '../../contract/pairs'
import { message, MessageError } from '../../messages/message'

/** The model is readable and is not what it was taken for. */
class ModelInterfaceError extends MessageError {
  override name = 'ModelInterfaceError'

  constructor(path: string, reason: string) {
    super(message('models.notSegmentAnything', { path, reason }))
  }
}

/** A float input's shape; sizes that are known only at run time are names. @throws ModelInterfaceError */
function inputShape(session: GraphSession, name: string, path: string): (number | string)[] {
  const input = session.inputMetadata.find((each) => each.name === name)
  if (input?.isTensor !== true || input.type !== 'float32') {
    throw new ModelInterfaceError(path, `it takes no ${name} of float32`)
  }
  return [...input.shape]
}

/** As `inputShape`, of an input with four fixed sides. @throws ModelInterfaceError */
function inputSides(session: GraphSession, name: string, path: string): [number, number, number, number] {
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
type EmbeddingName = (typeof EMBEDDING_NAMES)[number]

export interface EmbeddingPart {
  /** [1, channels, height, width] */
  shape: readonly number[]
  values: Float32Array
}

export type Embedding = Readonly<Record<EmbeddingName, EmbeddingPart>>

/** The other inputs and outputs of every decoder. */
const PROMPT_INPUTS = ['point_coords', 'point_labels', 'mask_input', 'has_mask_input'] as const
const MASK_OUTPUTS = ['masks', 'iou_predictions'] as const

export interface Sam2Encoder {
  encode(image: Raster): Promise<Embedding>
  release(): Promise<void>
}

/** @throws ModelInterfaceError, or Error in ONNX Runtime's words */
export function createEncoder(path: string, options: SessionOptions): Promise<Sam2Encoder> {
  return openTogether(async (keep) => encoderOf(await keep(createModelSession(path, options)), path))
}

function encoderOf(session: GraphSession, path: string): Sam2Encoder {
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

async function encode(session: GraphSession, image: Raster, side: number): Promise<Embedding> {
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

/** Pixels of the model's input for one of the embedding (Hiera's deepest stride). */
const STRIDE = 16

/** The labels of points (facebookresearch/sam2, modeling/sam/prompt_encoder.py). */
const LABELS = { outside: 0, inside: 1, boxStart: 2, boxEnd: 3 } as const

/** One of the masks that the decoder offers. */
export interface MaskCandidate {
  /** Row-major, `side * side` over the whole image; over 0 is inside. */
  logits: Float32Array
  side: number
  /** The model's estimate of its IoU with the truth, about 0 to 1. */
  quality: number
}

/** As `Prompts`, with the mask as logits of the decoder's own resolution. */
export interface DecoderPrompts extends Omit<Prompts, 'mask'> {
  mask: Float32Array | null
}

export interface Sam2Decoder {
  /** Side of the masks that go in and come out. */
  readonly maskSide: number
  /** @param size of the image that was embedded */
  decode(
    embedding: Embedding,
    size: { width: number; height: number },
    prompts: DecoderPrompts,
  ): Promise<MaskCandidate[]>
  release(): Promise<void>
}

/** @throws ModelInterfaceError, or Error in ONNX Runtime's words */
export function createDecoder(path: string, options: SessionOptions): Promise<Sam2Decoder> {
  // a user waits for each of its answers
  return openTogether(async (keep) =>
    decoderOf(await keep(createModelSession(path, options, { spins: true })), path),
  )
}

function decoderOf(session: GraphSession, path: string): Sam2Decoder {
  const [, , embedSide] = inputSides(session, 'image_embed', path)
  ;[...EMBEDDING_NAMES, ...PROMPT_INPUTS].forEach((name) => inputShape(session, name, path))
  const maskSide = inputShape(session, 'mask_input', path).at(-1)
  const missing = MASK_OUTPUTS.filter((name) => !session.outputNames.includes(name))
  if (typeof maskSide !== 'number' || missing.length > 0) {
    throw new ModelInterfaceError(path, `it gives no ${missing.join(' and no ') || 'mask of a fixed size'}`)
  }
  return {
    maskSide,
    decode: (embedding, size, prompts) => decode(session, embedding, prompts, { size, embedSide, maskSide }),
    release: () => session.release(),
  }
}

interface Sizes {
  size: { width: number; height: number }
  embedSide: number
  maskSide: number
}

async function decode(
  session: GraphSession,
  embedding: Embedding,
  prompts: DecoderPrompts,
  { size, embedSide, maskSide }: Sizes,
): Promise<MaskCandidate[]> {
  const side = STRIDE * embedSide
  const marks = marksOf(prompts)
  const scale = { x: side / size.width, y: side / size.height }
  const coordinates = Float32Array.from(marks.flatMap(({ x, y }) => [x * scale.x, y * scale.y]))
  const mask = prompts.mask ?? new Float32Array(maskSide * maskSide)
  const feeds: Record<string, Tensor> = {
    point_coords: new Tensor('float32', coordinates, [1, marks.length, 2]),
    point_labels: new Tensor(
      'float32',
      Float32Array.from(marks, ({ label }) => label),
      [1, marks.length],
    ),
    mask_input: new Tensor('float32', mask, [1, 1, maskSide, maskSide]),
    has_mask_input: new Tensor('float32', Float32Array.of(prompts.mask === null ? 0 : 1), [1]),
  }
  for (const name of EMBEDDING_NAMES) {
    feeds[name] = new Tensor('float32', embedding[name].values, embedding[name].shape)
  }
  const { masks, iou_predictions: qualities } = await session.run(feeds)
  const values = masks.data as Float32Array
  const plane = maskSide * maskSide
  return Array.from(qualities.data as Float32Array, (quality, at) => ({
    logits: values.slice(at * plane, (at + 1) * plane),
    side: maskSide,
    quality,
  }))
}

interface Mark {
  x: number
  y: number
  label: number
}

/** A box is two points of labels of their own, before all others. */
function marksOf({ points, box }: DecoderPrompts): Mark[] {
  const corners: Mark[] =
    box === null
      ? []
      : [
          { x: box.x, y: box.y, label: LABELS.boxStart },
          { x: box.x + box.width, y: box.y + box.height, label: LABELS.boxEnd },
        ]
  return [...corners, ...points.map(markOf)]
}

function markOf({ x, y, isInside }: PromptPoint): Mark {
  return { x, y, label: isInside ? LABELS.inside : LABELS.outside }
}
