import { multiply, scaling, translation } from '../affine'
import { eachCovered } from '../canvas'
import type { Canvas, Layer } from '../canvas'
import type { Library } from '../library'
import { drawImage, mirrored } from '../sample'
import type { Filling } from './planned'

/** Gives colours to a layer that has only cover. @param canvas what lies under it */
export function fillLayer(layer: Layer, filling: Filling, canvas: Canvas, library: Library): void {
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
