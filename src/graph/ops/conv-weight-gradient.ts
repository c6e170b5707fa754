import type { Shape } from '../shape'
import type { Tensor } from '../tensor'
import { mul } from './arithmetic'
import { concat, reshape, swapLast } from './layout'
import { pad, slice } from './slicing'
import { matmul } from './matmul'
import { sum } from './reduce'

/** Options with their defaults; `pads`: [top, left, bottom, right]. */
export interface Geometry {
  stride: number
  pads: readonly [number, number, number, number]
  dilation: number
  groups: number
}

/**
 * The gradient of a convolution's weights: one matrix product for each place of the kernel, over
 * the image shifted to that place. One convolution with image and kernel exchanged takes twice as
 * long (docs/decisions/031). x [n, in, h, w], g [n, out, h', w'] -> shape [out, in / groups, kh, kw].
 */
export function convWeightGradient(x: Tensor, g: Tensor, shape: Shape, form: Geometry): Tensor {
  const [out, perGroup, kh, kw] = shape.map(Number)
  const [top, left, bottom, right] = form.pads
  const padded = pad(x, [0, 0, top, left], [0, 0, bottom, right])
  const plain = form.stride === 1 && form.groups === 1
  const places =
    plain && savesCopies(shape, form.dilation, Number(g.shape[2]))
      ? rowShiftedPlaces(padded, g, kh, kw, form.dilation)
      : Array.from({ length: kh * kw }, (_, tap) => {
          const row = Math.floor(tap / kw) * form.dilation
          return tapGradient(padded, g, row, (tap % kw) * form.dilation, form)
        })
  return reshape(concat(places, 2), [out, perGroup, kh, kw])
}

/** Whether the share of copies saved by `rowShiftedPlaces` outweighs the share of rows multiplied in vain. */
function savesCopies(shape: Shape, dilation: number, rows: number): boolean {
  const [out, channels, kh, kw] = shape.map(Number)
  const saved = 1 - (kw * channels + kh * out) / (kh * kw * channels)
  return saved > 8 * (((kh - 1) * dilation) / rows) // 8: measured, from 16 to 64 rows
}

/**
 * Shifts columns on the side of the image and rows on the side of the gradient: kh + kw copies in
 * place of kh * kw.
 */
function rowShiftedPlaces(padded: Tensor, g: Tensor, kh: number, kw: number, dilation: number): Tensor[] {
  const [channels, height] = padded.shape.slice(1).map(Number)
  const [out, , columns] = g.shape.slice(1).map(Number)
  const images = Array.from({ length: kw }, (_, tap) => {
    const start = tap * dilation
    const shifted = slice(padded, { 3: { start, end: start + columns } })
    return reshape(shifted, [-1, channels, height * columns])
  })
  return Array.from({ length: kh }, (_, tap) => {
    const above = tap * dilation
    const lowered = pad(g, [0, 0, above, 0], [0, 0, (kh - 1) * dilation - above, 0])
    return reshape(lowered, [-1, out, height * columns])
  }).flatMap((gradient) => images.map((image) => reshape(outerSum(gradient, image), [out, channels, 1])))
}

/** a [n, ..., p, k], b [n, ..., q, k] -> sum over n of a b^T. The larger of p and q comes first: faster. */
function outerSum(a: Tensor, b: Tensor): Tensor {
  const larger = Number(a.shape.at(-2)) >= Number(b.shape.at(-2))
  const product = larger ? matmul(a, swapLast(b)) : matmul(b, swapLast(a))
  const total = sum(product, { axes: [0] })
  return larger ? total : swapLast(total)
}

/** The gradient of the weights at one place of the kernel: [out, in / groups, 1]. */
function tapGradient(padded: Tensor, g: Tensor, row: number, column: number, form: Geometry): Tensor {
  const { stride, groups } = form
  const [channels, height, width] = padded.shape.slice(1).map(Number)
  const [out, rows, columns] = g.shape.slice(1).map(Number)
  const shifted = slice(padded, {
    2: range(row, rows, stride, height),
    3: range(column, columns, stride, width),
  })
  if (groups === channels) {
    const each = reshape(g, [-1, channels, out / channels, rows, columns])
    const product = mul(each, reshape(shifted, [-1, channels, 1, rows, columns]))
    return reshape(sum(product, { axes: [0, 3, 4] }), [out, 1, 1])
  }
  const area = rows * columns
  const grouped = groups === 1 ? [] : [groups]
  const gradient = reshape(g, [-1, ...grouped, out / groups, area])
  const image = reshape(shifted, [-1, ...grouped, channels / groups, area])
  return reshape(outerSum(gradient, image), [out, channels / groups, 1])
}

function range(start: number, count: number, step: number, size: number) {
  return { start, end: Math.min(size, start + (count - 1) * step + 1), step }
}
