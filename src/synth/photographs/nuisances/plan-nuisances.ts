import type { Random } from '../../random'
import { drawCastShadow } from '../changes/plan-changes'
import type {
  FrameName,
  Alignment,
  FrameLook,
  PlannedNuisances,
  PlannedShadow,
  Season,
  ShadowForm,
  Tone,
  Waving,
} from '../planned'
import { NO_NUISANCES } from '../planned'
import { drawSeed, inRange, RATES } from '../rates'
import type { Library } from '../library'
import { shapeOf } from '../shapes'
import type { FrameSize } from '../shapes'

const drawFrame = (random: Random): FrameName => (random.chance(0.5) ? 'before' : 'after')

export function drawNuisances(random: Random, library: Library, size: FrameSize): PlannedNuisances {
  return {
    shadows: random.chance(RATES.shadows.rate)
      ? Array.from({ length: random.integer(...RATES.shadows.count) }, () =>
          drawShadow(random, library, size),
        )
      : [],
    season: random.chance(RATES.season) ? drawSeason(random) : null,
    ground: null,
    waving: random.chance(RATES.waving.rate) ? drawWaving(random, size) : null,
    alignment: random.chance(RATES.alignment.rate) ? drawAlignment(random, size) : NO_NUISANCES.alignment,
    before: drawLook(random),
    after: drawLook(random),
    isGrey: random.chance(RATES.grey),
  }
}

function drawShadow(random: Random, library: Library, size: FrameSize): PlannedShadow {
  const { hard, strength } = RATES.shadows
  const form = drawForm(random, library, size)
  const isHard = random.chance(hard)
  return {
    frame: drawFrame(random),
    form,
    soft: isHard ? random.range(0.4, 1.5) : random.range(2, 14),
    strength: inRange(random, strength),
  }
}

function drawForm(random: Random, library: Library, size: FrameSize): ShadowForm {
  const { ofThing, field } = RATES.shadows
  const shorter = Math.min(size.width, size.height)
  const lot = random.next()
  if (lot < ofThing && library.things.length > 0) {
    const placement = {
      thing: random.integer(0, library.things.length - 1),
      x: random.range(0, size.width),
      y: random.range(0, size.height),
      side: random.range(0.2, 1.1) * shorter,
      angleRad: 0,
      isMirrored: random.chance(0.5),
      tone: { gain: [1, 1, 1], offset: 0 },
      soft: 0.5,
      defocus: 0,
      shadow: null,
    } as const
    return { of: 'thing', placement, cast: drawCastShadow(random) }
  }
  if (lot < ofThing + field) {
    return {
      of: 'field',
      seed: drawSeed(random),
      cell: random.range(0.12, 0.6) * shorter,
      level: random.range(-0.1, 0.4),
    }
  }
  const kind = random.pick(['ellipse', 'box', 'polygon', 'blob', 'leaves'] as const)
  return { of: 'shape', shape: shapeOf(random, kind, [0.15, 1.2], size) }
}

function drawSeason(random: Random): Season {
  return {
    frame: drawFrame(random),
    // most of what changes with the year is green or brown
    hue: random.chance(0.6) ? random.range(40, 130) : random.range(0, 360),
    halfWidth: random.range(25, 60),
    to: random.range(0, 360),
    strength: random.range(0.2, 1.3),
    gain: random.range(0.75, 1.25),
  }
}

function drawWaving(random: Random, size: FrameSize): Waving {
  const { pixels, cells, whole } = RATES.waving
  return {
    frame: drawFrame(random),
    pixels: inRange(random, pixels),
    cell: inRange(random, cells),
    seed: drawSeed(random),
    part: random.chance(whole) ? null : shapeOf(random, 'blob', [0.4, 1.2], size),
  }
}

/** Each part is at most about `pixels` at the rim, and all together not much more. */
function drawAlignment(random: Random, { width, height }: FrameSize): Alignment {
  const pixels = random.pick(RATES.alignment.pixels)
  const reach = Math.sqrt(width * width + height * height) / 2
  const part = (): number => random.range(-0.6, 0.6) * pixels
  return {
    pixels,
    shiftX: part(),
    shiftY: part(),
    angleRad: part() / reach,
    scale: 1 + part() / reach,
    warp: random.chance(RATES.alignment.warped)
      ? {
          pixels: random.range(0.3, 0.8) * pixels,
          cell: random.range(0.25, 0.6) * Math.min(width, height),
          seed: drawSeed(random),
        }
      : null,
  }
}

function drawLook(random: Random): FrameLook {
  return {
    tone: random.chance(RATES.tone.rate) ? drawTone(random) : null,
    blur: random.chance(RATES.blur.rate) ? inRange(random, RATES.blur.pixels) : 0,
    resampled: random.chance(RATES.resampled.rate) ? inRange(random, RATES.resampled.share) : 1,
    shaken: null,
    noise: random.chance(RATES.noise.rate) ? inRange(random, RATES.noise.levels) : 0,
    jpeg: random.chance(RATES.jpeg.rate) ? random.integer(...RATES.jpeg.quality) : null,
    bilevel: null,
  }
}

function drawTone(random: Random): Tone {
  const isStrong = random.chance(RATES.tone.strong)
  const span = isStrong ? 1 : 0.3
  const all = 1 + span * random.range(-0.3, 0.3)
  const channel = (): number => all * (1 + span * random.range(-0.14, 0.14))
  const offset = span * random.range(-20, 20)
  const tint = (): number => offset + span * random.range(-10, 10)
  return {
    gain: [channel(), channel(), channel()],
    offset: [tint(), tint(), tint()],
    bend: span * random.range(-0.14, 0.14),
    field: {
      strength: span * random.range(0, 0.35),
      cell: random.range(60, 240),
      seed: drawSeed(random),
    },
    isStrong,
  }
}
