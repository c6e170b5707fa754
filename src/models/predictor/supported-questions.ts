import type { ModelQuestion } from '../../contract/proposal'
import type { ModelManifest } from '../../packages/manifest'
import { FAMILIES } from '../registry'

/** The questions that a package's predictor supports; none where its family is not known. */
export function supportedQuestions({
  family,
  without = [],
  entities = [],
}: Pick<ModelManifest, 'family' | 'without' | 'entities'>): ModelQuestion[] {
  if (hasOwnPredictor(family)) return ['recaption', 'complete', 'remask', 'agree']
  const use = FAMILIES.get(family)?.use ?? null
  if (use === null) return []
  return use.readsMasks?.({ without, entities }) === true ? ['recaption', 'complete'] : ['complete']
}

/** CCRC's is its own; all others share one. */
export function hasOwnPredictor(family: string): boolean {
  return FAMILIES.get(family)?.use === null
}
