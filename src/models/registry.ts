import { ccrc } from './ccrc/network/family'
import { cheers } from './cheers/network/family'
import { davir } from './davir/network/family'
import type { Family } from './family'
import { procap } from './procap/network/family'
import { rdd } from './rdd/network/family'

/** Every model family that can be trained and used, by name: one is removed with its folder and its name here. */
export const FAMILIES: ReadonlyMap<string, Family> = new Map(
  [ccrc, cheers, davir, procap, rdd].map((family) => [family.name, family]),
)
