import { familyParameters } from '../../layers/encoder-parameters'
import { oneOf } from '../../network'
import type { FamilyNetwork } from '../../network'
import { CCRC_STAGES, ccrcLayout, ccrcStage } from './stages'
import { CCRC_PARTS, ccrcTraining, ccrcPartsWithout } from './training'
import { CCRC_INPUTS, MAX_ANCHORS, REGION_SLOTS } from './training-inputs'

const PHASES = [
  { name: 'encode', share: 0.2 },
  { name: 'decode', share: 0.4 },
  { name: 'refine', share: 0.4 },
] as const

/** Fraction of a fine-tuning run from which regions are refined by words. */
export const FINE_TUNE_REFINES_FROM = 0.7

export const ccrcFamilyNetwork: FamilyNetwork = {
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
  marks: 'regions',
  build(sizes, without = []) {
    const parts = ccrcPartsWithout(without)
    const layout = ccrcLayout(sizes, familyParameters(sizes))
    return {
      parameters: layout.parameters,
      inputs: CCRC_INPUTS,
      training(batch, phase, accumulate = 1) {
        const names = PHASES.map(({ name }) => name)
        const now = oneOf(names, phase, 'phase')
        const captioned = parts.captioned && now !== 'encode'
        const refined = captioned && parts.refined && now === 'refine'
        const trainedParts = { ...parts, captioned, refined }
        return ccrcTraining(layout.network, layout.parameters, batch, trainedParts, accumulate)
      },
      stage: (stage, values, fixed = {}) =>
        ccrcStage(
          layout,
          oneOf(CCRC_STAGES, stage, 'stage'),
          values,
          stage === 'propose' ? MAX_ANCHORS : REGION_SLOTS,
          fixed,
        ),
    }
  },
}
