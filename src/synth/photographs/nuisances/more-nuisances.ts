import { cosine, sine } from '../../numeric'
import type { Random } from '../../random'
import type { FrameLook, PlannedNuisances, Waving } from '../planned'
import { inRange, RATES } from '../rates'
import { drawGround } from './ground'

/** Ground, soft video, a shaken camera, leaves that wave further, and scans in black and white, beside what is drawn. */
export function addNuisances(random: Random, usual: PlannedNuisances): PlannedNuisances {
  const isBilevel = random.chance(RATES.bilevel.rate)
  const softness = random.chance(RATES.soft.rate) ? inRange(random, RATES.soft.share) : 1
  return {
    ...usual,
    ground: random.chance(RATES.ground.rate) ? drawGround(random) : null,
    waving: usual.waving === null ? null : strengthen(random, usual.waving),
    before: addToLook(random, usual.before, softness, isBilevel),
    after: addToLook(random, usual.after, softness, isBilevel),
    isGrey: usual.isGrey || isBilevel,
  }
}

function strengthen(random: Random, waving: Waving): Waving {
  const { rate, pixels, cells } = RATES.waving.strong
  return random.chance(rate)
    ? { ...waving, pixels: inRange(random, pixels), cell: inRange(random, cells) }
    : waving
}

/** @param softness of both frames, a share of their size */
function addToLook(random: Random, look: FrameLook, softness: number, isBilevel: boolean): FrameLook {
  const [rate, level] = [RATES.shaken.rate / 2, inRange(random, RATES.bilevel.from)]
  return {
    ...look,
    // a scanner makes its own light
    tone: isBilevel ? null : look.tone,
    resampled: Math.min(look.resampled, softness),
    shaken: random.chance(rate) ? drawPath(random) : null,
    bilevel: isBilevel ? level : null,
  }
}

function drawPath(random: Random): { right: number; down: number } {
  const [angleRad, pixels] = [random.range(0, 2 * Math.PI), inRange(random, RATES.shaken.pixels)]
  return { right: pixels * cosine(angleRad), down: pixels * sine(angleRad) }
}
