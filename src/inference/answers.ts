import type { ModelQuestion } from '../contract/proposal'
import type { ModelManifest } from '../packages/manifest'
import { FAMILIES } from '../systems'

/** What a package's proposer can be asked; nothing where its family is not known. */
export function answersOf({
  family,
  without = [],
  entities = [],
}: Pick<ModelManifest, 'family' | 'without' | 'entities'>): ModelQuestion[] {
  if (hasOwnProposer(family)) return ['recaption', 'complete', 'remask', 'agree']
  const use = FAMILIES.get(family)?.use ?? null
  if (use === null) return []
  return use.readsMarks?.({ without, entities }) === true ? ['recaption', 'complete'] : ['complete']
}

/** CCRC's is its own; all others share one. */
export function hasOwnProposer(family: string): boolean {
  return FAMILIES.get(family)?.use === null
}
