import { Tensor } from 'onnxruntime-node'
import type { InferenceSession } from 'onnxruntime-node'
import type { PromptPoint, Prompts } from '../../contract/pairs'
import { openTogether } from '../../process/open-together'
import { createModelSession } from '../../inference/sessions/model-session'
import type { SessionOptions } from '../../inference/sessions/model-session'
import {
  EMBEDDING_NAMES,
  MASK_OUTPUTS,
  PROMPT_INPUTS,
  inputShape,
  inputSides,
  ModelInterfaceError,
} from './encoder'
import type { Embedding } from './encoder'

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

function decoderOf(session: InferenceSession, path: string): Sam2Decoder {
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
  session: InferenceSession,
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
