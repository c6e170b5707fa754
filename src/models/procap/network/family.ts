import { inference } from '../../../graph'
import { familyParameters } from '../../layers/encoder-parameters'
import { encodeInOneStage, pairFrames, encodeStage, decodeStage } from '../../layers/pair-stages'
import { oneOf, partsWithout } from '../../family'
import type { Family } from '../../family'
import { PROCAP_PARTS, procapNetwork as build } from './network'
import { fillProcedure } from './procedure-inputs'
import { PROCAP_INPUTS, PROCAP_PHASES, procapTraining, emptyText } from './training'

/** see: before, after -> changed, anything, memory; speak: memory, words -> logits, hidden, looked. */
const STAGES = ['see', 'speak'] as const

export const procap: Family = {
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
  use: {
    summary: 'Imagines how one frame became the other, and says what happened on the way (ProCap).',
    fill: fillProcedure,
    encode: encodeInOneStage,
  },
  build(sizes, without = []) {
    const parts = partsWithout(PROCAP_PARTS, without)
    const p = familyParameters(sizes)
    const model = build(p, sizes.words, parts)
    const parameters = p.list()
    const names = PROCAP_PHASES.map(({ name }) => name)
    return {
      parameters,
      inputs: PROCAP_INPUTS,
      training: (batch, phase, accumulate = 1) =>
        procapTraining(model, parameters, batch, parts, oneOf(names, phase, 'phase'), accumulate),
      stage(stage, values, fixed = {}) {
        const name = oneOf(STAGES, stage, 'stage')
        const options = { name: `procap-${name}`, values, sizes: fixed }
        if (name === 'speak') {
          return decodeStage(model.caption, model.keys, options)
        }
        return encodeStage(model.encode(...pairFrames(), emptyText('batch'), inference), options)
      },
    }
  },
}
