import { boxBlur, darken } from '../canvas'
import type { Canvas, Layer } from '../canvas'
import { coverageOf } from '../changes/coverage'
import { castShadowLayer, thingLayer } from '../changes/thing-layer'
import { smoothField, smoothStep } from '../fields'
import type { Library } from '../library'
import type { PlannedShadow } from './planned'

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
