import type { Layer } from '../canvas'
import type { PaintColour } from './planned'

/** How much of a thing's own colours stays. */
const OWN = 0.15

/** The same thing in another colour: light and dark stay as they are about the mean. */
export function recoloured(layer: Layer, colour: PaintColour): Layer {
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
