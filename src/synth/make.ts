import { makeAerialPair } from './aerial/pair'
import { AERIAL_KINDS } from './aerial/planned-change'
import { makeBlocksPair, renderPlan } from './blocks/pair'
import { planBlocks, planDistractor } from './blocks/plan'
import { BLOCKS_PROFILES } from './blocks/profiles'
import type { BlocksOptions } from './blocks/profiles'
import type { SyntheticPair } from './pair'

export type Profile = keyof typeof BLOCKS_PROFILES
export const PROFILES = Object.keys(BLOCKS_PROFILES) as readonly Profile[]

/** `both` takes the worlds in turn, Blocks first. */
export const WORLD_CHOICES = ['blocks', 'aerial', 'both'] as const
export type WorldChoice = (typeof WORLD_CHOICES)[number]

/** The contents of a synthetic set; with an index it determines one pair to the byte. */
export interface PairSpec {
  readonly world: WorldChoice
  readonly profile: Profile
  readonly seed: number
  readonly width: number
  readonly height: number
  /** Go through the change types in turn instead of drawing them. */
  readonly inTurn: boolean
}

/** Change types in the order in which a set that goes through them in turn shows them. */
const CHANGE_ORDER = [
  'color',
  'add',
  'move',
  'drop',
  'none',
  'material',
  'swap',
  'size',
  'several',
  'rotate',
] as const

/** Pair `index` of a spec; the same spec and index give the same bytes on any machine. */
export function makePair(spec: PairSpec, index: number): SyntheticPair {
  const seed = pairSeed(spec.seed, index)
  const both = spec.world === 'both'
  const turn = both ? Math.floor(index / 2) : index
  if (spec.world === 'aerial' || (both && index % 2 === 1)) {
    const kind = spec.inTurn ? AERIAL_KINDS[turn % AERIAL_KINDS.length] : null
    return makeAerialPair(seed, spec.width, spec.height, kind)
  }
  const options = optionsFor(spec.profile, index)
  return makeBlocksPair(seed, spec.width, spec.height, spec.inTurn ? onlyKind(options, turn) : options)
}

/** Of the training profile's cameras, in units of CLEVR's distance: pair after pair takes the next. */
const TRAINING_DISTANCES = [1, 0.85, 1.15, 1, 1.4, 1, 0.75] as const

function optionsFor(profile: Profile, index: number): BlocksOptions {
  const options: BlocksOptions = BLOCKS_PROFILES[profile]
  if (profile !== 'training') {
    return options
  }
  return { ...options, distance: TRAINING_DISTANCES[index % TRAINING_DISTANCES.length] }
}

/** A changed pair and its counterpart from the same first frame in which only view and light changed. */
export function makeTriplet(
  spec: PairSpec,
  index: number,
): { changed: SyntheticPair; distractor: SyntheticPair } {
  const base = optionsFor(spec.profile, index)
  const options = { ...base, weights: { ...base.weights, none: 0 } }
  const plan = planBlocks(pairSeed(spec.seed, index), spec.inTurn ? onlyKind(options, index) : options)
  return {
    changed: renderPlan(plan, spec.width, spec.height),
    distractor: renderPlan(planDistractor(plan, options), spec.width, spec.height),
  }
}

/** Seeds of different sets do not meet below a million pairs. */
export function pairSeed(setSeed: number, index: number): number {
  return setSeed * 1_000_003 + index
}

function onlyKind(options: BlocksOptions, index: number): BlocksOptions {
  const kinds = CHANGE_ORDER.filter((kind) => (options.weights[kind] ?? 0) > 0)
  return { ...options, weights: { [kinds[index % kinds.length]]: 1 } }
}
