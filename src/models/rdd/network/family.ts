import { inference } from '../../../graph'
import { defineNetwork } from '../../layers/define-network'
import { ENCODE_DECODE_PHASES } from '../../layers/family-training'
import { decodeStage, encodeStage, pairFrames } from '../../layers/pair-stages'
import { rddNetwork as create, RDD_PARTS } from './network'
import { RDD_INPUTS, rddTraining } from './training'

const CONTRAST = ['nounsToObjects', 'verbsToActions'] as const
const DISTILLING = ['objectDistilling', 'actionDistilling'] as const

/** see: before, after -> changed, anything, memory; speak: memory, words -> logits, hidden, looked. */
const STAGES = ['see', 'speak'] as const

export const rddNetwork = defineNetwork({
  name: 'rdd',
  title: 'RDD+ACR',
  parts: RDD_PARTS,
  needs: ['correspondences', 'objects', 'phrases'],
  phases: ENCODE_DECODE_PHASES,
  stages: STAGES,
  ablations: [
    { name: 'direct subtraction', without: ['globalDifference', ...DISTILLING, ...CONTRAST] },
    { name: 'GDE', without: [...DISTILLING, ...CONTRAST] },
    { name: 'GDE + N + V', without: CONTRAST },
  ],
  inputs: RDD_INPUTS,
  create,
  training: rddTraining,
  stageModel: (model, stage, options) =>
    stage === 'speak'
      ? decodeStage(model.caption, model.keys, options)
      : encodeStage(model.encode(...pairFrames(), inference), options),
})
