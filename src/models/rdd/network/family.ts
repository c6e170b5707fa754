import { buildModel, inference, input, mul, trainingMode, unitRows } from '../../../graph'
import { defineNetwork, decodeStage, encodeStage, pairFrames } from '../../layers/pair-network'
import { ENCODE_DECODE_PHASES, familyTraining } from '../../layers/family-training'
import { rddNetwork as create, RDD_PARTS, JOINED_LENGTH, alignmentLoss, meanVector } from './network'
import type { RddNetwork, RddParts } from './network'
import type { Tensor, TrainingGraph } from '../../../graph'
import type { TrainingBuild } from '../../layers/pair-network'
import type { EncodeDecodePhase } from '../../layers/family-training'
import { references } from '../../layers/pair-encoder'
import { captionLoss, encoderLosses } from '../../layers/pair-losses'
import { PAIR_INPUTS, graphInputs } from '../../layers/training-inputs'
import type { InputSpecs } from '../../layers/training-inputs'

const RDD_INPUTS = {
  ...PAIR_INPUTS,
  /** Noun phrases of one reference joined by "and", filled up with padding. */
  nouns: ['int64', [JOINED_LENGTH]],
  verbs: ['int64', [JOINED_LENGTH]],
} as const satisfies InputSpecs

/** Of equation (16); the paper's are in its supplement, which is not public. */
const WEIGHTS = { nounsToObjects: 0.1, verbsToActions: 0.1 } as const
const TEMPERATURE = 0.07

/** Equation (16), with equation (15) over two references, and the losses of masks and aids that all families share. */
function rddTraining(
  model: RddNetwork,
  { parameters, batch, parts, phase, accumulate }: TrainingBuild<RddParts, EncodeDecodePhase>,
): TrainingGraph {
  const mode = trainingMode()
  const inputs = graphInputs(RDD_INPUTS)
  const { pair, masks, objects, actions, memory } = model.encode(inputs.before, inputs.after, mode)
  const terms: Record<string, Tensor> = { ...encoderLosses(pair, masks, inputs) }
  if (phase === 'decode') {
    const decoded = model.caption(references(inputs.tokens), memory, mode, 2)
    terms.caption = captionLoss(decoded.logits, inputs.targets)
  }
  const align = (name: keyof typeof WEIGHTS, side: 'nouns' | 'verbs', vision: typeof objects): void => {
    if (model.attributes === null || !parts[name] || vision === null) {
      return
    }
    const language = model.attributes[side](inputs[side], mode)
    const loss = alignmentLoss(language, meanVector(vision), inputs[side], TEMPERATURE)
    terms[name] = mul(loss, WEIGHTS[name])
  }
  align('nounsToObjects', 'nouns', objects)
  align('verbsToActions', 'verbs', actions)
  return familyTraining({ terms, mode, parameters, batch, accumulate })
}

const CONTRAST = ['nounsToObjects', 'verbsToActions'] as const
const DISTILLING = ['objectDistilling', 'actionDistilling'] as const

/** encode: before, after -> changed, changedLogit, memory; decode: memory, words -> logits, hidden, attention. */
const STAGES = ['encode', 'decode'] as const
/** align: before, after, nouns, verbs int64 [n, 24] -> objects and nounVectors, actions and verbVectors [n, 128] of length 1, of the kinds that are trained. */
const EVALUATION_STAGES = ['align'] as const

/** What the contrastive losses bring together. */
function alignedVectors(model: RddNetwork, parts: RddParts): Record<string, Tensor> {
  const { objects, actions } = model.encode(...pairFrames(), inference)
  const { attributes } = model
  const read = (side: 'nouns' | 'verbs'): Tensor | undefined =>
    attributes?.[side](input(side, ['batch', JOINED_LENGTH], 'int64'), inference)
  const [nouns, verbs] = [
    parts.nounsToObjects ? read('nouns') : undefined,
    parts.verbsToActions ? read('verbs') : undefined,
  ]
  return {
    ...(objects !== null &&
      nouns !== undefined && { objects: unitRows(meanVector(objects)), nounVectors: unitRows(nouns) }),
    ...(actions !== null &&
      verbs !== undefined && { actions: unitRows(meanVector(actions)), verbVectors: unitRows(verbs) }),
  }
}

export const rddNetwork = defineNetwork({
  name: 'rdd',
  title: 'RDD+ACR',
  parts: RDD_PARTS,
  needs: ['correspondences', 'objects', 'phrases'],
  phases: ENCODE_DECODE_PHASES,
  stages: STAGES,
  evaluationStages: EVALUATION_STAGES,
  ablations: [
    { name: 'direct subtraction', without: ['globalDifference', ...DISTILLING, ...CONTRAST] },
    { name: 'GDE', without: [...DISTILLING, ...CONTRAST] },
    { name: 'GDE + N + V', without: CONTRAST },
  ],
  inputs: RDD_INPUTS,
  create,
  training: rddTraining,
  stageModel(model, stage, options, parts) {
    switch (stage) {
      case 'encode':
        return encodeStage(model.encode(...pairFrames(), inference), options)
      case 'decode':
        return decodeStage(model.caption, model.keys, options)
      case 'align':
        return buildModel(alignedVectors(model, parts), options)
    }
  },
})
