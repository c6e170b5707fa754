import { darken, eachCovered, lay, boxBlur } from '../canvas'
import type { Canvas, Layer } from '../canvas'
import type { Library } from '../library'
import { coverageOf } from './coverage'
import type { FrameName, Placement, PlannedChange, PaintColour, Filling } from '../planned'
import { castShadowLayer, thingLayer } from './thing-layer'
import { multiply, scaling, translation, drawImage, mirrored } from '../affine'

export interface Frames {
  readonly before: Canvas
  readonly after: Canvas
}

/** One byte a pixel of the canvas, 0 or 1. */
export type Mark = Uint8Array

/** Masks of a change. The rules are those of `SyntheticRegion`. */
export interface Marks {
  readonly before: Mark | null
  readonly after: Mark | null
  readonly vacated: Mark | null
  /** Pixels that it draws over, in each frame. */
  readonly covers: { readonly before: Mark | null; readonly after: Mark | null }
}

/**
 * A pixel belongs to the covering thing from this share of its greatest cover on: thin lines cover no pixel whole.
 * Wide rims are visible earlier.
 */
const MARKED = { sharp: 0.4, outOfFocus: 0.25 } as const

/** Paint that hides the ground is a thing that came or went. */
const OPAQUE = 0.15

/** Draws a change into the frames. */
export function applyChange(change: PlannedChange, frames: Frames, library: Library): Marks {
  switch (change.kind) {
    case 'appear':
    case 'vanish': {
      const frame = change.kind === 'appear' ? 'after' : 'before'
      const mark = layThing(change.placement, frames[frame], library)
      return came(frame, mark)
    }
    case 'move':
      return passed(layThing(change.from, frames.before, library), layThing(change.to, frames.after, library))
    case 'replace':
      return passed(
        layThing(change.former, frames.before, library),
        layThing(change.latter, frames.after, library),
      )
    case 'recolour': {
      const layer = layerOf(change.placement, frames.before, library)
      for (const frame of ['before', 'after'] as const) {
        throwShadow(layer, change.placement, frames[frame])
        lay(frame === change.frame ? recoloured(layer, change.colour) : layer, frames[frame])
      }
      const mark = markOf(layer, frames.before, change.placement.defocus)
      return { before: mark, after: mark, vacated: null, covers: { before: mark, after: mark } }
    }
    default: {
      const canvas = frames[change.frame]
      const mark = layShape(change, canvas, library)
      return isOpaque(change) ? came(change.frame, mark) : changed(change.frame, mark)
    }
  }
}

/** Whether it seems to be an object that came or went, not a place that changed. */
export function isOpaque(change: PlannedChange): boolean {
  return 'filling' in change && change.filling.of === 'paint' && change.filling.kept < OPAQUE
}

function came(frame: FrameName, mark: Mark): Marks {
  return frame === 'after'
    ? { before: null, after: mark, vacated: null, covers: { before: null, after: mark } }
    : { before: mark, after: null, vacated: mark, covers: { before: mark, after: null } }
}

function changed(frame: FrameName, mark: Mark): Marks {
  const covers = { before: null, after: null, [frame]: mark }
  return { before: mark, after: mark, vacated: null, covers }
}

function passed(before: Mark, after: Mark): Marks {
  const vacated = before.map((value, at) => value & (1 - after[at]))
  return { before, after, vacated, covers: { before, after } }
}

function layerOf(placement: Placement, canvas: Canvas, library: Library): Layer {
  return thingLayer(library.things[placement.thing], placement, canvas)
}

/** Draws a thing with its shadow, and returns its pixels. */
export function layThing(placement: Placement, canvas: Canvas, library: Library): Mark {
  const layer = layerOf(placement, canvas, library)
  throwShadow(layer, placement, canvas)
  lay(layer, canvas)
  return markOf(layer, canvas, placement.defocus)
}

function throwShadow(layer: Layer, { shadow }: Placement, canvas: Canvas): void {
  if (shadow !== null) {
    darken(castShadowLayer(layer, shadow, canvas), canvas, shadow.strength)
  }
}

function layShape(
  { shape, soft, defocus, filling }: Extract<PlannedChange, { filling: unknown }>,
  canvas: Canvas,
  library: Library,
): Mark {
  // a photograph's filling is blurred with its rim; of paint only the rim is
  const isBlurred = defocus > 0 && filling.of !== 'paint'
  const filled = isBlurred
    ? coverageOf(shape, soft, canvas, 2 * defocus)
    : coverageOf(shape, soft + 2 * defocus, canvas)
  fillLayer(filled, filling, canvas, library)
  const layer = isBlurred
    ? { ...filled, data: boxBlur(filled.data, filled.width, filled.height, 4, defocus) }
    : filled
  lay(layer, canvas)
  return markOf(layer, canvas, defocus)
}

function markOf(layer: Layer, canvas: Canvas, defocus: number): Mark {
  const mark = new Uint8Array(canvas.width * canvas.height)
  let most = 0
  for (let at = 3; at < layer.data.length; at += 4) {
    most = Math.max(most, layer.data[at])
  }
  const least = Math.max(1 / 255, (defocus > 0 ? MARKED.outOfFocus : MARKED.sharp) * most)
  eachCovered(layer, canvas, (from, to) => {
    if (layer.data[from + 3] >= least) {
      mark[to / 3] = 1
    }
  })
  return mark
}

/** Share of a thing's own colours that stays. */
const OWN = 0.15

/** The same thing in another colour: differences from the mean brightness stay. */
function recoloured(layer: Layer, colour: PaintColour): Layer {
  const data = layer.data.slice()
  let light = 0
  let covered = 0
  for (let at = 0; at < data.length; at += 4) {
    light += lumaAt(data, at)
    covered += data[at + 3]
  }
  const mean = Math.max(12, light / Math.max(1e-6, covered))
  for (let at = 0; at < data.length; at += 4) {
    const cover = data[at + 3]
    if (cover <= 0) {
      continue
    }
    const relative = Math.min(1.8, lumaAt(data, at) / cover / mean)
    for (let channel = 0; channel < 3; channel++) {
      const painted = Math.min(255, colour[channel] * relative) * cover
      data[at + channel] = OWN * data[at + channel] + (1 - OWN) * painted
    }
  }
  return { ...layer, data }
}

const lumaAt = (data: Float32Array, at: number): number =>
  0.299 * data[at] + 0.587 * data[at + 1] + 0.114 * data[at + 2]

/** Gives colours to a layer that has only cover. @param canvas the pixels under it */
function fillLayer(layer: Layer, filling: Filling, canvas: Canvas, library: Library): void {
  switch (filling.of) {
    case 'paint':
      paint(layer, filling, canvas)
      break
    case 'picture':
      copyAway(layer, filling, canvas)
      break
    case 'photograph':
      fillFrom(layer, filling, library)
      break
  }
}

function paint(layer: Layer, { colour, kept }: Extract<Filling, { of: 'paint' }>, canvas: Canvas): void {
  eachCovered(layer, canvas, (at, under) => {
    for (let channel = 0; channel < 3; channel++) {
      const level = (1 - kept) * colour[channel] + kept * canvas.data[under + channel]
      layer.data[at + channel] = level * layer.data[at + 3]
    }
  })
}

function copyAway(layer: Layer, { right, down }: Extract<Filling, { of: 'picture' }>, canvas: Canvas): void {
  const [stepX, stepY] = [Math.floor(right), Math.floor(down)]
  eachCovered(layer, canvas, (at, under) => {
    const pixel = under / 3
    const x = mirrored((pixel % canvas.width) + stepX, canvas.width)
    const y = mirrored(Math.floor(pixel / canvas.width) + stepY, canvas.height)
    const from = 3 * (y * canvas.width + x)
    for (let channel = 0; channel < 3; channel++) {
      layer.data[at + channel] = canvas.data[from + channel] * layer.data[at + 3]
    }
  })
}

function fillFrom(
  layer: Layer,
  { photograph, x, y, scale }: Extract<Filling, { of: 'photograph' }>,
  library: Library,
): void {
  const { image } = library.photographs[photograph]
  const { width, height, data } = layer
  const left = x * Math.max(0, image.width - scale * width)
  const top = y * Math.max(0, image.height - scale * height)
  const colours = drawImage(image, multiply(translation(left, top), scaling(scale, scale)), width, height)
  for (let pixel = 0; pixel < width * height; pixel++) {
    for (let channel = 0; channel < 3; channel++) {
      data[4 * pixel + channel] = colours[3 * pixel + channel] * data[4 * pixel + 3]
    }
  }
}
