import {
  buildModel,
  inference,
  expand,
  integers,
  mul,
  reshape,
  trainingMode,
  binaryCrossEntropyEach,
  greater,
  logSumExp,
  mean,
  sub,
  sum,
  toFloat,
  unsqueeze,
} from '../../../graph'
import { defineNetwork, decodeStage, encodeStage, pairFrames } from '../../layers/pair-network'
import { PROCAP_PARTS, procapNetwork as create, PROCEDURE_FRAMES } from './network'
import type { Mode, Tensor, TrainingGraph } from '../../../graph'
import type { TrainingBuild } from '../../layers/pair-network'
import { familyTraining } from '../../layers/family-training'
import { references } from '../../layers/pair-encoder'
import { captionLoss, encoderLosses, weightedMean } from '../../layers/pair-losses'
import { CAPTION_LENGTH, IMAGE_SIDE } from '../../layers/sizes'
import { PAD, PAIR_INPUTS, graphInputs } from '../../layers/training-inputs'
import type { InputTensors, InputSpecs } from '../../layers/training-inputs'
import type { ProcapNetwork, ProcapParts } from './network'
import { CELLS, CODES } from './procedure-encoder'
import type { ImageTokenizer } from './procedure-encoder'

/** L_PRO = 7 L_msm + 0.5 L_align + 0.5 L_csy: the weights of the public code; the notes print a plain sum. */
const PROCEDURE_WEIGHTS = { reconstruction: 7, alignment: 0.5, order: 0.5 } as const

/**
 * L_msm: cross-entropy of the codes at hidden cells. logits and codes [n, cells, codes], hidden [n, cells]; `counts`
 * [n] leaves out pairs whose text or order is false, of which nothing true can be made.
 */
export function reconstructionLoss(logits: Tensor, codes: Tensor, hidden: Tensor, counts: Tensor): Tensor {
  const each = sub(logSumExp(logits), sum(mul(logits, codes), { axes: [2] }))
  const perPair = mul(hidden, unsqueeze(counts, 1))
  return weightedMean(each, perPair)
}

/** L_align: whether the text is this pair's, where not all is hidden. logits, belongs [n]; hidden [n, cells]. */
export function alignmentLoss(logits: Tensor, belongs: Tensor, hidden: Tensor): Tensor {
  const isVisible = toFloat(greater(sub(1, mean(hidden, { axes: [1] })), 1e-4))
  return weightedMean(binaryCrossEntropyEach(logits, belongs), isVisible)
}

/** L_csy: whether the frames are as they were, in order. logits, ordered [n]. */
export function orderLoss(logits: Tensor, ordered: Tensor): Tensor {
  return mean(binaryCrossEntropyEach(logits, ordered))
}

const PROCAP_INPUTS = {
  ...PAIR_INPUTS,
  /** First frame, two between, last frame; in a quarter of the pairs another order, another frame, colour or place. */
  sequence: ['float32', [PROCEDURE_FRAMES, 3, IMAGE_SIDE, IMAGE_SIDE]],
  /** 1 where the sequence is as it was. */
  ordered: ['float32', []],
  /** 1 for each hidden cell; see `hiddenTokens`. */
  hidden: ['float32', [PROCEDURE_FRAMES * CELLS]],
  /** A caption of this pair, or of another one. */
  reading: ['int64', [CAPTION_LENGTH]],
  /** 1 where it is this pair's. */
  belongs: ['float32', []],
} as const satisfies InputSpecs

/**
 * First the encoder and the image tokenizer, then procedures, then captions from pairs alone, with a learning rate of
 * their own as in the paper: at the end of the procedures' one they would be trained at a small rate.
 */
const PROCAP_PHASES = [
  { name: 'encode', share: 0.1 },
  { name: 'procedure', share: 0.15 },
  { name: 'decode', share: 0.75, restartsRateWith: 'procedure' },
] as const
type ProcapPhase = (typeof PROCAP_PHASES)[number]['name']

type ProcapInputTensors = InputTensors<typeof PROCAP_INPUTS>

/**
 * L_PRO in the second phase, the captions' likelihood over two references in the third, and the losses of masks and
 * aids that all families share in the first and the third. Without `procedure` the second phase is as the third.
 */
function procapTraining(
  model: ProcapNetwork,
  { parameters, batch, parts, phase, accumulate }: TrainingBuild<ProcapParts, ProcapPhase>,
): TrainingGraph {
  const mode = trainingMode()
  const inputs = graphInputs(PROCAP_INPUTS)
  const isProcedure = phase === 'procedure' && parts.procedure
  const terms: Record<string, Tensor> = {}
  if (isProcedure) {
    Object.assign(terms, procedureTerms(model, inputs, parts, mode))
  } else {
    const { pair, masks, memory } = model.encode(inputs.before, inputs.after, emptyText('batch'), mode)
    Object.assign(terms, encoderLosses(pair, masks, inputs))
    if (phase !== 'encode') {
      const decoded = model.caption(references(inputs.tokens), memory, mode, 2)
      terms.caption = captionLoss(decoded.logits, inputs.targets)
    } else if (parts.procedure) {
      terms.codes = model.tokenizer.loss(inputs.before, mode)
    }
  }
  return familyTraining({
    terms,
    mode,
    parameters,
    batch,
    accumulate,
    parameterSets: { tokenizer: { prefixes: ['tokenizer.'], isTrained: phase === 'encode' } },
  })
}

function procedureTerms(
  { tokenizer, reconstruct }: ProcapNetwork,
  inputs: ProcapInputTensors,
  parts: ProcapParts,
  mode: Mode,
): Record<string, Tensor> {
  const { sequence, hidden, reading, belongs, ordered } = inputs
  const predictions = reconstruct(sequence, hidden, reading, mode)
  const codes = trueCodes(tokenizer, sequence, mode)
  const { reconstruction, alignment, order } = PROCEDURE_WEIGHTS
  const counts = mul(belongs, ordered)
  return {
    reconstruction: mul(reconstructionLoss(predictions.codes, codes, hidden, counts), reconstruction),
    ...(parts.alignment && {
      alignment: mul(alignmentLoss(predictions.belongs, belongs, hidden), alignment),
    }),
    ...(parts.order && { order: mul(orderLoss(predictions.ordered, ordered), order) }),
  }
}

/** Which code each cell of a sequence has, 1 in each row: [n, 4 * 64, 512]. */
function trueCodes(tokenizer: ImageTokenizer, sequence: Tensor, mode: Mode): Tensor {
  const single = tokenizer.codes(reshape(sequence, [-1, 3, IMAGE_SIDE, IMAGE_SIDE]), mode)
  return reshape(single, [-1, PROCEDURE_FRAMES * CELLS, CODES])
}

/** Padding in every text slot: int64 [n, 28]. */
function emptyText(n: Tensor['shape'][number]): Tensor {
  return expand(integers([PAD], [1, 1]), [n, CAPTION_LENGTH])
}

/** encode: before, after -> changed, changedLogit, memory; decode: memory, words -> logits, hidden, attention. */
const STAGES = ['encode', 'decode'] as const
/**
 * reconstruct: sequence, hidden, reading -> likelihood [n, 4 * 64, 512] (logits) and codes of the cells (1 in each row),
 * belongs and ordered [n] (logits)
 */
const EVALUATION_STAGES = ['reconstruct'] as const

function reconstruction(model: ProcapNetwork): Record<string, Tensor> {
  const { sequence, hidden, reading } = graphInputs(PROCAP_INPUTS)
  const { codes, belongs, ordered } = model.reconstruct(sequence, hidden, reading, inference)
  return { likelihood: codes, codes: trueCodes(model.tokenizer, sequence, inference), belongs, ordered }
}

export const procapNetwork = defineNetwork({
  name: 'procap',
  title: 'ProCap',
  parts: PROCAP_PARTS,
  needs: ['correspondences', 'objects', 'inBetween'],
  phases: PROCAP_PHASES,
  stages: STAGES,
  evaluationStages: EVALUATION_STAGES,
  ablations: [
    { name: 'none', without: ['procedure', 'queries', 'alignment', 'order'] },
    { name: 'EPM', without: ['queries'] },
    { name: 'IPC', without: ['procedure', 'alignment', 'order'] },
  ],
  inputs: PROCAP_INPUTS,
  create,
  training: procapTraining,
  stageModel(model, stage, options) {
    switch (stage) {
      case 'encode':
        return encodeStage(model.encode(...pairFrames(), emptyText('batch'), inference), options)
      case 'decode':
        return decodeStage(model.caption, model.keys, options)
      case 'reconstruct':
        return buildModel(reconstruction(model), options)
    }
  },
})
