import type { Family } from './family'
import * as families from './families'

/** Every model family that can be trained and used, by name. */
export const FAMILIES: ReadonlyMap<string, Family> = new Map(
  Object.values(families).map((family) => [family.name, family]),
)
