import { createRandom } from '../random'
import type { Random } from '../random'
import { drawShapeChange, drawThingChange, drawStill } from './changes/plan-changes'
import type { Placement, PlannedChange, PlannedNuisances } from './planned'
import { drawName, drawSeed, drawWeighted, inRange, RATES } from './rates'
import type { Library } from './library'
import { addNuisances } from './nuisances/more-nuisances'
import { drawNuisances } from './nuisances/plan-nuisances'
import type { FrameSize } from './shapes'

/** The part of a photograph that both frames show. */
export interface PlannedBase {
  /** Index in the library. */
  readonly photograph: number
  /** Of the photograph's shorter side. */
  readonly crop: number
  /** Where it lies, 0 to 1 of the room that it has. */
  readonly x: number
  readonly y: number
  readonly quarterTurns: number
  readonly isMirrored: boolean
  readonly fewLevels: FewLevels | null
}

/** As drawings and boards have them. */
export interface FewLevels {
  /** From dark to bright, colours as levels of red, green, blue. */
  readonly palette: readonly (readonly [number, number, number])[]
}

/** All that is random about a pair; rendering draws nothing. */
export interface ComposePlan extends FrameSize {
  readonly seed: number
  readonly base: PlannedBase
  readonly changes: readonly PlannedChange[]
  /** Things that both frames show and that do not change; they lie under all changes. */
  readonly still: readonly Placement[]
  readonly nuisances: PlannedNuisances
  /** Whether captions tell what a change is next to. */
  readonly tellsNear: boolean
  /** Draws the grain. */
  readonly grainSeed: number
}

export const NUISANCE_SETS = ['usual', 'more'] as const
export type NuisanceSet = (typeof NUISANCE_SETS)[number]

export interface ComposeSize extends FrameSize {
  /** With more of what is no change, and all else as it is. Default: the usual ones. */
  readonly nuisances?: NuisanceSet | undefined
}

/** The plan of a seed. The streams are apart, so that one more draw for a change moves no nuisance. */
export function planPair(seed: number, library: Library, size: ComposeSize): ComposePlan {
  const base = createRandom(seed, 21)
  const changes = drawChanges(createRandom(seed, 22), library, size)
  const usual = drawNuisances(createRandom(seed, 23), library, size)
  const nuisances = size.nuisances === 'more' ? addNuisances(createRandom(seed, 25), usual) : usual
  return {
    seed,
    width: size.width,
    height: size.height,
    base: drawBase(base, library, nuisances.after.bilevel !== null),
    changes,
    still: drawStill(createRandom(seed, 24), library, size, changes),
    nuisances,
    tellsNear: base.chance(RATES.near),
    grainSeed: drawSeed(base),
  }
}

function drawBase(random: Random, { photographs }: Library, isBilevel: boolean): PlannedBase {
  const { crop, mirrored, turned, fewLevels } = RATES.base
  const base = {
    photograph: random.integer(0, photographs.length - 1),
    crop: inRange(random, crop),
    x: random.next(),
    y: random.next(),
    quarterTurns: random.chance(turned) ? random.integer(1, 3) : 0,
    isMirrored: random.chance(mirrored),
    fewLevels: random.chance(fewLevels.rate) ? drawLevels(random) : null,
  }
  return isBilevel ? { ...base, fewLevels: BLACK_AND_WHITE } : base
}

const BLACK_AND_WHITE: FewLevels = {
  palette: [
    [20, 20, 20],
    [235, 235, 235],
  ],
}

function drawLevels(random: Random): FewLevels {
  const count = random.integer(...RATES.base.fewLevels.levels)
  const isColoured = random.chance(0.5)
  const palette = Array.from({ length: count }, (_, at) => {
    const grey = (255 * (at + random.range(0.1, 0.9))) / count
    const tint = (): number => (isColoured ? random.range(-60, 60) : 0)
    return [grey + tint(), grey + tint(), grey + tint()] as const
  })
  return { palette }
}

function drawChanges(random: Random, library: Library, size: FrameSize): PlannedChange[] {
  const { none, counts, kinds } = RATES.changes
  if (random.chance(none)) {
    return []
  }
  return Array.from({ length: drawWeighted(random, counts) }, () => {
    const kind = drawName(random, kinds)
    if (kind !== 'thing') {
      return drawShapeChange(random, kind, library, size)
    }
    return library.things.length > 0
      ? drawThingChange(random, library, size)
      : drawShapeChange(random, 'fill', library, size)
  })
}
