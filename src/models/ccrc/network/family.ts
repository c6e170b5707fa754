import { familyParameters } from '../../layers/encoder-parameters'
import { oneOf } from '../../family'
import type { Family } from '../../family'
import { CCRC_STAGES, ccrcLayout, ccrcStage } from './stages'
import { CCRC_PARTS, ccrcTraining, partsOfChain } from './training'
import { CCRC_INPUTS, REGION_SLOTS } from './training-inputs'

const PHASES = [
  { name: 'see', share: 0.2 },
  { name: 'speak', share: 0.4 },
  { name: 'refine', share: 0.4 },
] as const

/** It has its own trainer and predictor; here it is built as the other families are. */
export const ccrc: Family = {
  name: 'ccrc',
  title: 'CCRC',
  parts: CCRC_PARTS,
  needs: ['correspondences', 'objects', 'regions'],
  phases: PHASES,
  stages: CCRC_STAGES,
  ablations: [
    { name: 'no refinement', without: ['refinement'] },
    { name: 'no regions', without: ['regions'] },
    { name: 'no consistency', without: ['consistency'] },
  ],
  use: null,
  build(sizes, without = []) {
    const parts = partsOfChain(without)
    const layout = ccrcLayout(sizes, familyParameters(sizes))
    return {
      parameters: layout.parameters,
      inputs: CCRC_INPUTS,
      training(batch, phase, accumulate = 1) {
        const names = PHASES.map(({ name }) => name)
        const now = oneOf(names, phase, 'phase')
        const captioned = parts.captioned && now !== 'see'
        const refined = captioned && parts.refined && now === 'refine'
        const taught = { ...parts, captioned, refined }
        return ccrcTraining(layout.chain, layout.parameters, batch, taught, accumulate)
      },
      stage: (stage, values, fixed = {}) =>
        ccrcStage(layout, oneOf(CCRC_STAGES, stage, 'stage'), values, REGION_SLOTS, fixed),
    }
  },
}
