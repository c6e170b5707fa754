import type { Random } from '../../random'
import { drawName, inRange, logUniform, RATES } from '../rates'
import type { Range } from '../rates'
import type { Library } from '../library'
import type { FrameSize, Shape } from '../shapes'
import type { CastShadow, Placement, PlannedChange, Filling, PaintColour } from '../planned'
import { cosine, sine } from '../../numeric'
import { drawShape } from '../shapes'
import { drawOther, drawThing } from './draw-thing'

const { things } = RATES
const QUARTER = Math.PI / 2
/** A thing is moved by at least so much of its side, and no further away than so much of the frame. */
const MOVED = { least: 0.5, most: 0.8 }

export function drawThingChange(random: Random, library: Library, size: FrameSize): PlannedChange {
  const thing = drawThing(random, library)
  switch (drawName(random, RATES.changes.things)) {
    case 'come': {
      const placement = place(random, thing, size, true)
      return { kind: random.chance(0.5) ? 'appear' : 'vanish', placement }
    }
    case 'move': {
      const from = place(random, thing, size, false)
      const [x, y] = movedTo(random, from, size)
      return { kind: 'move', from, to: { ...from, x, y } }
    }
    case 'replace': {
      const former = place(random, thing, size, true)
      const latter = place(random, drawOther(random, library, thing), size, false)
      const side = former.side * random.range(0.75, 1.3)
      const [x, y] = [former.x, former.y].map((at) => at + random.range(-0.1, 0.1) * former.side)
      return { kind: 'replace', former, latter: { ...latter, x, y, side } }
    }
    case 'recolour': {
      const placement = place(random, thing, size, false)
      const frame = random.chance(0.5) ? 'before' : 'after'
      return { kind: 'recolour', placement, frame, colour: drawColour(random) }
    }
  }
}

/** @param mayBeLarge as what stays in both frames would leave nothing of the picture */
function place(random: Random, thing: number, size: FrameSize, mayBeLarge: boolean): Placement {
  const isLarge = random.chance(things.large.rate) && mayBeLarge
  const shorter = Math.min(size.width, size.height)
  const range: Range = isLarge ? things.large.side : things.side
  const side = (isLarge ? inRange(random, range) : logUniform(random, range)) * shorter
  const out = random.chance(things.outOfFocus.rate)
  return {
    thing,
    ...middleFor(random, side, size),
    side,
    angleRad: drawAngle(random),
    isMirrored: random.chance(things.mirrored),
    tone: drawTone(random),
    soft: inRange(random, things.soft),
    defocus: out ? Math.max(1, inRange(random, things.outOfFocus.share) * side) : 0,
    shadow: random.chance(isLarge ? things.shadow.ofLarge : things.shadow.ofOthers)
      ? drawCastShadow(random)
      : null,
  }
}

/** Up to a third of the side may hang over the rim; what is larger than the frame lies anywhere. */
function middleFor(random: Random, side: number, { width, height }: FrameSize): { x: number; y: number } {
  const inside = side * (0.5 - things.overRim)
  const along = (length: number): number =>
    random.range(Math.min(inside, 0.3 * length), Math.max(length - inside, 0.7 * length))
  return { x: along(width), y: along(height) }
}

function movedTo(random: Random, { x, y, side }: Placement, size: FrameSize): readonly [number, number] {
  let best: readonly [number, number] = [x, y]
  let furthest = 0
  for (let attempt = 0; attempt < 12; attempt++) {
    const to = middleFor(random, side, size)
    const distance = Math.sqrt((to.x - x) * (to.x - x) + (to.y - y) * (to.y - y))
    if (distance >= MOVED.least * side && distance <= MOVED.most * Math.max(size.width, size.height)) {
      return [to.x, to.y]
    }
    if (distance > furthest) {
      best = [to.x, to.y]
      furthest = distance
    }
  }
  return best
}

function drawAngle(random: Random): number {
  const tilt = random.chance(things.tilted.rate)
    ? (random.range(-1, 1) * things.tilted.degrees * Math.PI) / 180
    : 0
  return tilt + (random.chance(things.quarterTurned) ? random.integer(1, 3) * QUARTER : 0)
}

function drawTone(random: Random): Placement['tone'] {
  const { gain, channel, offset } = things.tone
  const all = inRange(random, gain)
  const one = (): number => all * inRange(random, channel)
  return { gain: [one(), one(), one()], offset: inRange(random, offset) }
}

export function drawCastShadow(random: Random): CastShadow {
  const { strength, soft } = things.shadow
  return {
    lean: random.range(-1.2, 1.2),
    flat: (random.chance(0.5) ? 1 : -1) * random.range(0.12, 0.6),
    strength: inRange(random, strength),
    soft: inRange(random, soft),
  }
}

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

const { shapes } = RATES
/** Pixels of a photograph for one of the frame. */
const SCALES = [0.5, 2.5] as const

export function drawShapeChange(
  random: Random,
  source: 'fill' | 'paint' | 'patch',
  library: Library,
  size: FrameSize,
): PlannedChange {
  const shape = drawShape(random, size)
  return {
    // a line is known as one, whatever fills it
    kind: shape.kind === 'line' ? 'line' : source,
    frame: random.chance(0.5) ? 'before' : 'after',
    shape,
    soft: inRange(random, shapes.soft),
    defocus: random.chance(shape.kind === 'leaves' ? shapes.leaves.outOfFocus : shapes.outOfFocus.rate)
      ? Math.max(1, inRange(random, shapes.outOfFocus.share) * shape.side)
      : 0,
    filling: drawFilling(random, source, shape, library, size),
  }
}

function drawFilling(
  random: Random,
  source: 'fill' | 'paint' | 'patch',
  { side }: Shape,
  library: Library,
  { width, height }: FrameSize,
): Filling {
  switch (source) {
    case 'fill':
      return {
        of: 'photograph',
        photograph: random.integer(0, library.photographs.length - 1),
        x: random.next(),
        y: random.next(),
        scale: logUniform(random, SCALES),
      }
    case 'paint':
      return { of: 'paint', colour: drawColour(random), kept: inRange(random, shapes.keptTexture) }
    case 'patch': {
      // at least so far that it is another part
      const away = Math.min(0.6 * side, 0.3 * Math.min(width, height))
      const step = (length: number): number =>
        (random.chance(0.5) ? 1 : -1) * random.range(away, Math.max(away, 0.6 * length))
      return { of: 'picture', right: step(width), down: step(height) }
    }
  }
}

/** A grey in one of four, else any. */
function drawColour(random: Random): PaintColour {
  const level = (): number => random.range(5, 250)
  if (random.chance(0.25)) {
    const grey = level()
    return [grey, grey, grey]
  }
  return [level(), level(), level()]
}
