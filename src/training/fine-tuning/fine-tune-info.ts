import { FAMILIES } from '../../models/registry'

/** What fine-tuning a family involves; known without opening a model. */
export interface FineTuneInfo {
  /** As its authors call it. */
  readonly title: string
  /** Whether categories of regions can be trained. */
  readonly trainsCategories: boolean
  /** Mean cost of a step over a run, over that of the first steps. */
  readonly stepCost: number
}

/** Fraction of a CCRC run from which regions are refined by words, and the cost of a step from then on, relative to before. */
export const refineFrom = 0.7
const REFINED_STEP_COST = 1.5

/** Null for a family that is not known here. */
export function fineTuneInfo(family: string): FineTuneInfo | null {
  const known = FAMILIES.get(family)
  if (known === undefined) return null
  const { title, use } = known
  return use === null
    ? { title, trainsCategories: true, stepCost: refineFrom + (1 - refineFrom) * REFINED_STEP_COST }
    : { title, trainsCategories: false, stepCost: 1 }
}
