import { boxBlur } from '../box-blur'
import type { Canvas } from '../canvas'
import type { FewLevels } from '../plan'

/** Reduces a picture to a few colours, by how bright it is: equal shares of the picture get each of them. */
export function reduceLevels(canvas: Canvas, { palette }: FewLevels): void {
  const { width, height, data } = canvas
  const smooth = boxBlur(data, width, height, 3, 0.8)
  const counts = new Int32Array(256)
  const lumas = new Uint8Array(width * height)
  for (let pixel = 0; pixel < lumas.length; pixel++) {
    const at = 3 * pixel
    const luma = 0.299 * smooth[at] + 0.587 * smooth[at + 1] + 0.114 * smooth[at + 2]
    lumas[pixel] = Math.min(255, Math.max(0, luma))
    counts[lumas[pixel]] += 1
  }
  const colourOf = new Uint8Array(256)
  for (let level = 0, below = 0; level < 256; level++) {
    const middle = (below + counts[level] / 2) / lumas.length
    colourOf[level] = Math.min(palette.length - 1, Math.floor(middle * palette.length))
    below += counts[level]
  }
  for (let pixel = 0; pixel < lumas.length; pixel++) {
    data.set(palette[colourOf[lumas[pixel]]], 3 * pixel)
  }
}
