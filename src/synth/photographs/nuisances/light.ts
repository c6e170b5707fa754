import type { Canvas, Layer } from '../canvas'
import { cosine } from '../../numeric'
import type { Season, PlannedShadow } from '../planned'
import { boxBlur, darken } from '../canvas'
import { coverageOf } from '../changes/coverage'
import { castShadowLayer, thingLayer } from '../changes/thing-layer'
import { smoothField, smoothStep } from '../../random'
import type { Library } from '../library'

/** Degrees over which the range of hues ends. */
const SOFT = 18
/** Levels between the largest and the smallest channel: less has no hue, more has one for sure. */
const COLOURED = [8, 36] as const

export function applySeason(canvas: Canvas, { hue, halfWidth, to, strength, gain }: Season): void {
  const { data } = canvas
  const direction = [0, 120, 240].map((at) => cosine(((to - at) * Math.PI) / 180))
  for (let at = 0; at < data.length; at += 3) {
    const [red, green, blue] = [data[at], data[at + 1], data[at + 2]]
    const most = Math.max(red, green, blue)
    const chroma = most - Math.min(red, green, blue)
    const isColoured = (chroma - COLOURED[0]) / (COLOURED[1] - COLOURED[0])
    if (isColoured <= 0) {
      continue
    }
    const away = apart(hueOf(red, green, blue, most, chroma), hue)
    const inside = (halfWidth + SOFT - away) / SOFT
    if (inside <= 0) {
      continue
    }
    const weight = Math.min(1, isColoured) * Math.min(1, inside)
    const luma = (0.299 * red + 0.587 * green + 0.114 * blue) * gain
    for (let channel = 0; channel < 3; channel++) {
      const turned = luma + strength * 0.6 * chroma * direction[channel]
      data[at + channel] += weight * (turned - data[at + channel])
    }
  }
}

/** Degrees, 0 to 180. */
function apart(one: number, other: number): number {
  const turn = Math.abs(one - other) % 360
  return turn > 180 ? 360 - turn : turn
}

/** Degrees, 0 to 360. */
function hueOf(red: number, green: number, blue: number, most: number, chroma: number): number {
  if (most === red) {
    return ((60 * (green - blue)) / chroma + 360) % 360
  }
  return most === green ? 60 * ((blue - red) / chroma + 2) : 60 * ((red - green) / chroma + 4)
}

export function applyShadow(canvas: Canvas, shadow: PlannedShadow, library: Library): void {
  darken(layerOf(canvas, shadow, library), canvas, shadow.strength)
}

function layerOf(canvas: Canvas, { form, soft }: PlannedShadow, library: Library): Layer {
  switch (form.of) {
    case 'shape':
      return coverageOf(form.shape, soft, canvas)
    case 'thing': {
      const thing = thingLayer(library.things[form.placement.thing], form.placement, canvas)
      return castShadowLayer(thing, { ...form.cast, soft }, canvas)
    }
    case 'field':
      return fieldLayer(canvas, form.seed, form.cell, form.level, soft)
  }
}

/** Dark wherever a smooth field is over a level, as of clouds or of a tree's crown. */
function fieldLayer(canvas: Canvas, seed: number, cell: number, level: number, soft: number): Layer {
  const { width, height } = canvas
  const field = smoothField(seed, cell, width, height)
  // the field rises by about 2 over a cell
  const span = Math.max(0.01, (2 * soft) / cell)
  const cover = field.map((value) => smoothStep((value - level) / span + 0.5))
  const blurred = soft > 1 ? boxBlur(cover, width, height, 1, soft / 2) : cover
  const data = new Float32Array(4 * width * height)
  for (let at = 0; at < blurred.length; at++) {
    data[4 * at + 3] = blurred[at]
  }
  return { left: 0, top: 0, width, height, data }
}
