import { FAMILIES } from '../../systems'

/** What is known of fine-tuning a family before a model of it is opened. */
export interface Tunable {
  /** As its authors call it. */
  readonly title: string
  /** Whether regions have kinds, so that categories can be learned. */
  readonly learnsCategories: boolean
  /** Mean cost of a step over a run, over that of the first steps. */
  readonly stepCost: number
}

/** Share of a run of CCRC from which on words change regions, and what a step costs then, over one before. */
export const refineFrom = 0.7
const LATE_COST = 1.5

/** Null for a family that is not known here. */
export function tunable(family: string): Tunable | null {
  const known = FAMILIES.get(family)
  if (known === undefined) return null
  const { title, use } = known
  return use === null
    ? { title, learnsCategories: true, stepCost: refineFrom + (1 - refineFrom) * LATE_COST }
    : { title, learnsCategories: false, stepCost: 1 }
}
