import { oneOf, partsWithout } from '../family'
import type { Family } from '../family'
import { CCRC_STAGES, ccrcLayout, ccrcStage } from './inference'
import { WHOLE_CHAIN, ccrcTraining } from './training'
import type { CcrcParts } from './training'
import { CCRC_INPUTS, REGION_SLOTS } from './training-inputs'

const PARTS = Object.keys(WHOLE_CHAIN) as (keyof CcrcParts)[]
const PHASES = [
  { name: 'early', share: 0.5 },
  { name: 'late', share: 0.5 },
] as const

/** Its own trainer and proposer know it better; here it stands beside the others. */
export const ccrc: Family = {
  name: 'ccrc',
  title: 'CCRC',
  parts: PARTS,
  needs: ['correspondences', 'objects', 'regions'],
  phases: PHASES,
  stages: CCRC_STAGES,
  build(sizes, without = []) {
    const parts = partsWithout(PARTS, without)
    if (sizes.lowRank !== undefined)
      throw new RangeError('CCRC has no low-rank adapters: fine-tune all of it.')
    const layout = ccrcLayout(sizes)
    return {
      parameters: layout.parameters,
      inputs: CCRC_INPUTS,
      training(batch, phase) {
        const names = PHASES.map(({ name }) => name)
        const isLate = oneOf(names, phase, 'phase') === 'late'
        const now = { ...parts, refined: parts.refined && isLate }
        return ccrcTraining(layout.chain, layout.parameters, batch, now)
      },
      stage: (stage, values, fixed = {}) =>
        ccrcStage(layout, oneOf(CCRC_STAGES, stage, 'stage'), values, REGION_SLOTS, fixed),
    }
  },
}
