import { inference } from '../../../graph'
import { defineNetwork } from '../../layers/define-network'
import { decodeStage, encodeStage, pairFrames } from '../../layers/pair-stages'
import { PROCAP_PARTS, procapNetwork as create } from './network'
import { emptyText, PROCAP_INPUTS, PROCAP_PHASES, procapTraining } from './training'

/** see: before, after -> changed, anything, memory; speak: memory, words -> logits, hidden, looked. */
const STAGES = ['see', 'speak'] as const

export const procapNetwork = defineNetwork({
  name: 'procap',
  title: 'ProCap',
  parts: PROCAP_PARTS,
  needs: ['correspondences', 'objects', 'inBetween'],
  phases: PROCAP_PHASES,
  stages: STAGES,
  ablations: [
    { name: 'none', without: ['procedure', 'queries', 'alignment', 'order'] },
    { name: 'EPM', without: ['queries'] },
    { name: 'IPC', without: ['procedure', 'alignment', 'order'] },
  ],
  inputs: PROCAP_INPUTS,
  create,
  training: procapTraining,
  stageModel: (model, stage, options) =>
    stage === 'speak'
      ? decodeStage(model.caption, model.keys, options)
      : encodeStage(model.encode(...pairFrames(), emptyText('batch'), inference), options),
})
