import { cosine, sine } from '../../numeric'
import type { Random } from '../../random'
import type { Library } from '../library'
import { RATES } from '../rates'
import type { FrameSize } from '../shapes'
import { drawThing, place } from './plan-things'
import type { Placement, PlannedChange } from './planned'

/** Of the sides of both things: how far apart their middles are. */
const APART = [0.38, 0.52] as const
/** Of the side of the thing beside which it lies. */
const LIKE = [0.6, 1.5] as const

/** Things that both frames show, some of them beside a thing that changes. */
export function drawStill(
  random: Random,
  library: Library,
  size: FrameSize,
  changes: readonly PlannedChange[],
): Placement[] {
  const { rate, count, beside } = RATES.still
  if (library.things.length === 0 || !random.chance(rate)) {
    return []
  }
  const changed = changes.flatMap(thingIn)
  return Array.from({ length: random.integer(...count) }, () => {
    const any = place(random, drawThing(random, library), size, false)
    return changed.length > 0 && random.chance(beside) ? placeBeside(random, any, random.pick(changed)) : any
  })
}

/** A thing that comes, goes or is another: where its caption places it. */
function thingIn(change: PlannedChange): Placement[] {
  switch (change.kind) {
    case 'appear':
    case 'vanish':
    case 'recolour':
      return [change.placement]
    case 'replace':
      return [change.latter]
    default:
      return []
  }
}

function placeBeside(random: Random, still: Placement, changed: Placement): Placement {
  const side = changed.side * random.range(...LIKE)
  const angle = random.range(0, 2 * Math.PI)
  const distance = (side + changed.side) * random.range(...APART)
  const [x, y] = [changed.x + distance * cosine(angle), changed.y + distance * sine(angle)]
  return { ...still, side, x, y }
}
