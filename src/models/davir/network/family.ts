import {
  buildModel,
  inference,
  input,
  mul,
  trainingMode,
  add,
  averagePool,
  concat,
  constant,
  conv2d,
  klDivergenceEach,
  log,
  maximum,
  mean,
  reshape,
  split,
} from '../../../graph'
import { defineNetwork, decodeStage, pairFrames } from '../../layers/pair-network'
import { DUAL_FEATURES, groundingLoss, retrievalLoss, similarities } from '../../layers/dual-encoder'
import { ENCODE_DECODE_PHASES, familyTraining } from '../../layers/family-training'
import { CHANNELS, MASK_SIDE, GRID_SIDE, TOKENS } from '../../layers/sizes'
import { splitFrames } from '../../layers/token-grid'
import { PHRASE_LENGTH, PAIR_INPUTS, PHRASE_INPUTS, graphInputs } from '../../layers/training-inputs'
import { DAVIR_ENTITIES, DAVIR_PARTS, DAVIR_PATCHES, davirNetwork as create } from './network'
import type { Tensor, TrainingGraph } from '../../../graph'
import type { TrainingBuild } from '../../layers/pair-network'
import type { EncodeDecodePhase } from '../../layers/family-training'
import { references } from '../../layers/pair-encoder'
import { captionLoss, hasKnownMasks, encoderLosses } from '../../layers/pair-losses'
import type { InputSpecs } from '../../layers/training-inputs'
import type { DavirNetwork, DavirParts } from './network'

/** Fine-grained attention control (DAVIR); numbers are that paper's equations. */

/** Deviation of the blur in cells. The paper prints none. */
const DEVIATION = 1
const REACH = 2

/**
 * Equation (6): masks [batch, 2, 128, 128], pooled to cells and blurred, in 0..1: both frames [2 batch, 256]. Beyond the
 * picture nothing has changed.
 */
export function smoothedMask(masks: Tensor): Tensor {
  const side = MASK_SIDE / GRID_SIDE
  const cells = averagePool(concat([...split(masks, 1, [1, 1])], 0), { kernel: side, stride: side })
  return reshape(conv2d(cells, gaussian(), null, { padding: REACH }), [-1, TOKENS])
}

function gaussian(): Tensor {
  const side = 2 * REACH + 1
  const values = Array.from({ length: side * side }, (_, at) => {
    const [x, y] = [(at % side) - REACH, Math.floor(at / side) - REACH]
    return Math.exp(-(x * x + y * y) / (2 * DEVIATION ** 2))
  })
  const total = values.reduce((sum, value) => sum + value, 0)
  return constant(
    values.map((value) => value / total),
    [1, 1, side, side],
  )
}

/**
 * Equation (7): KL(softmax(A) || softmax(M)) of both frames, the mean over pairs. A is the attention [2 batch, 256] as
 * logits: its logarithm, so that softmax(A) is the attention itself (our reading; a softmax of shares is all but flat).
 * @param counts 1 for pairs whose mask is known [batch]
 */
export function attentionLoss(attention: Tensor, mask: Tensor, counts: Tensor | number = 1): Tensor {
  const [before, after] = splitFrames(klDivergenceEach(log(add(attention, 1e-9)), mask))
  return mean(mul(add(before, after), counts))
}

/** Of the smoothed mask: what a cell far from every change counts. */
const FLOOR = 0.01

/**
 * The smoothed mask as logits for equation (7): its logarithm, as for the attention, so that softmax(M) is the mask with
 * the sum 1 (our reading; a softmax of values in 0..1 is all but flat, and asks for even attention).
 */
export function attentionTarget(mask: Tensor): Tensor {
  return log(add(mask, FLOOR))
}

/**
 * In the place of equation (8), which masks the frames' pixels: similarities of each frame's changed tokens to phrases
 * [m, f], for a mask [2 batch, 256] -> [batch, m] each.
 */
function maskedSimilarities(
  frames: readonly [Tensor, Tensor],
  phrases: Tensor,
  mask: Tensor,
): readonly [before: Tensor, after: Tensor] {
  const [before, after] = splitFrames(mask)
  return [similarities(frames[0], phrases, before), similarities(frames[1], phrases, after)]
}

const DAVIR_INPUTS = {
  ...PAIR_INPUTS,
  ...PHRASE_INPUTS,
  /**
   * The entities most similar to the changed regions of each frame, by the similarity that the first phase trains.
   */
  entities: ['int64', [DAVIR_ENTITIES, PHRASE_LENGTH]],
} as const satisfies InputSpecs

/** Lambda of equation (12), as the paper's. */
const ATTENTION_WEIGHT = 0.1

/**
 * Equation (12), over two references, and the losses of masks and aids that all families share. The dual encoder
 * is trained in the phase `encode` and frozen in the phase `decode`.
 */
function davirTraining(
  model: DavirNetwork,
  { parameters, batch, parts, phase, accumulate }: TrainingBuild<DavirParts, EncodeDecodePhase>,
): TrainingGraph {
  const mode = trainingMode()
  const inputs = graphInputs(DAVIR_INPUTS)
  const { pair, masks, attention, patches } = model.encode(inputs.before, inputs.after, mode)
  const soft = smoothedMask(inputs.masks)
  const terms: Record<string, Tensor> = { ...encoderLosses(pair, masks, inputs) }
  if (parts.attentionControl) {
    terms.attention = mul(
      attentionLoss(attention, attentionTarget(soft), hasKnownMasks(inputs)),
      ATTENTION_WEIGHT,
    )
  }
  if (phase === 'decode') {
    const memory = model.prompt(patches, parts.entityPrompt ? inputs.entities : null, mode)
    const decoded = model.caption(references(inputs.tokens), memory, mode, 2)
    terms.caption = captionLoss(decoded.logits, inputs.targets)
  } else if (parts.entityPrompt) {
    const frames = model.dual.frames(pair)
    const phrases = model.dual.phrases(inputs.entity, mode)
    const targets = { phrases, ids: inputs.entity, named: inputs.named }
    const [before, after] = maskedSimilarities(frames, phrases, soft)
    terms.retrieval = retrievalLoss(model.dual, maximum(before, after), targets)
    terms.grounding = groundingLoss(model.dual, frames, inputs.masks, targets)
  }
  return familyTraining({
    terms,
    mode,
    parameters,
    batch,
    accumulate,
    parameterSets: { dual: { prefixes: ['dual.'], isTrained: phase === 'encode' } },
  })
}

/**
 * - phrase: ids int64 [n, 12] -> vectors [n, 64]
 * - encode: before, after -> changed [n, 2, 128, 128], changedLogit [n] (logits), attention [2 n, 256], patches [n, 322, 128]
 * - compare: before, after, masks [n, 2, 128, 128] in 0..1, vectors [entities, 64] -> likeBefore, likeAfter
 *   [n, entities], for `matchingEntities`
 * - prompt: patches, entities int64 [n, 2, 12] -> memory
 * - decode: memory, words -> logits, hidden, attention
 */
const STAGES = ['phrase', 'encode', 'compare', 'prompt', 'decode'] as const

export const davirNetwork = defineNetwork({
  name: 'davir',
  title: 'DAVIR',
  parts: DAVIR_PARTS,
  needs: ['correspondences', 'objects', 'entities'],
  phases: ENCODE_DECODE_PHASES,
  stages: STAGES,
  ablations: [
    { name: 'none', without: ['attentionControl', 'entityPrompt'] },
    { name: 'EPC', without: ['attentionControl'] },
    { name: 'FAC', without: ['entityPrompt'] },
  ],
  inputs: DAVIR_INPUTS,
  create,
  training: davirTraining,
  stageModel(model, stage, options, parts) {
    const [before, after] = pairFrames()
    switch (stage) {
      case 'phrase': {
        const ids = input('ids', ['batch', PHRASE_LENGTH], 'int64')
        return buildModel({ vectors: model.dual.phrases(ids, inference) }, options)
      }
      case 'encode': {
        const { masks, attention, patches } = model.encode(before, after, inference)
        return buildModel(
          { changed: masks.changed, changedLogit: masks.changedLogit, attention, patches },
          options,
        )
      }
      case 'compare': {
        const vectors = input('vectors', ['entities', DUAL_FEATURES])
        const masks = input('masks', ['batch', 2, MASK_SIDE, MASK_SIDE])
        const frames = model.dual.frames(model.encodePair(before, after, inference))
        const [likeBefore, likeAfter] = maskedSimilarities(frames, vectors, smoothedMask(masks))
        return buildModel({ likeBefore, likeAfter }, options)
      }
      case 'prompt': {
        const patches = input('patches', ['batch', DAVIR_PATCHES, CHANNELS.model])
        const entities = input('entities', ['batch', DAVIR_ENTITIES, PHRASE_LENGTH], 'int64')
        const read = parts.entityPrompt ? entities : null
        return buildModel({ memory: model.prompt(patches, read, inference) }, options)
      }
      case 'decode':
        return decodeStage(model.caption, model.keys, options)
    }
  },
})
