import { buildModel, inference, input } from '../../graph/index'
import type { Tensor } from '../../graph/index'
import type { ModelSpec } from '../../graph/onnx'
import type { CaptionDecoder } from './caption-decoder'
import type { PairMasks } from './pair-losses'
import { CAPTION_LENGTH, CHANNELS, IMAGE_SIDE } from './sizes'
import type { EncodePair } from '../pair-data'

/** Arguments of a family's stages: values by name, and fixed symbols. */
export interface StageOptions {
  name: string
  values: ReadonlyMap<string, Float32Array>
  sizes?: Readonly<Record<string, number>>
}

/** A family's prediction for a pair before the caption decoder runs. */
export interface EncoderOutput {
  masks: PairMasks
  /** [batch, keys, 128] */
  memory: Tensor
}

/** Frames of pairs in -0.5..0.5: [batch, 3, 128, 128]. */
export function pairFrames(): readonly [before: Tensor, after: Tensor] {
  const shape = ['batch', 3, IMAGE_SIDE, IMAGE_SIDE]
  return [input('before', shape), input('after', shape)]
}

/** before, after, and the family's own inputs -> changed [n, 2, 128, 128] and changedLogit [n] (logits), memory [n, keys, 128]. */
export function encodeStage({ masks, memory }: EncoderOutput, options: StageOptions): ModelSpec {
  return buildModel({ changed: masks.changed, changedLogit: masks.changedLogit, memory }, options)
}

/** memory [n, keys, 128], words int64 [n, 28] -> logits [n, 28, vocabulary], hidden [n, 28, 128], attention [n, 28, keys]. */
export function decodeStage(caption: CaptionDecoder, keys: number, options: StageOptions): ModelSpec {
  const memory = input('memory', ['batch', keys, CHANNELS.model])
  const words = input('words', ['batch', CAPTION_LENGTH], 'int64')
  const { logits, hidden, attention } = caption(words, memory, inference)
  return buildModel({ logits, hidden, attention }, options)
}

/** For a family whose stage `encode` takes frames alone. */
export const encodeInOneStage: EncodePair = async (run, frames) => {
  const { changed, changedLogit, memory } = await run('encode', frames)
  return { changed, changedLogit, memory }
}
