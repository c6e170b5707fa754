import type { Random } from '../../random'
import { inRange, logUniform, RATES } from '../rates'
import type { Library } from '../library'
import { drawShape } from '../shapes'
import type { FrameSize, Shape } from '../shapes'
import type { Filling, PaintColour, PlannedChange } from '../planned'

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
export function drawColour(random: Random): PaintColour {
  const level = (): number => random.range(5, 250)
  if (random.chance(0.25)) {
    const grey = level()
    return [grey, grey, grey]
  }
  return [level(), level(), level()]
}
