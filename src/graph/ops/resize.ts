import { fixedSize } from '../shape'
import { constant, customGradient, integers, makeTensor, requireRank } from '../tensor'
import type { Tensor } from '../tensor'
import { reshape, transpose } from './layout'
import { matmul } from './matmul'
import { sum } from './reduce'

/**
 * Bilinear, pixel centres at halves, no antialiasing (PyTorch's align_corners=False).
 * x [n, channels, h, w] -> [n, channels, height, width].
 */
export function resizeBilinear(x: Tensor, height: number, width: number): Tensor {
  requireRank('resizeBilinear', x, 4)
  const [oldHeight, oldWidth] = x.shape.slice(2).map((size) => fixedSize('resizeBilinear', size, x.shape))
  if (oldHeight === height && oldWidth === width) {
    return x
  }
  const shape = [x.shape[0], x.shape[1], height, width]
  const y = makeTensor(
    'Resize',
    [x, null, null, integers([height, width])],
    { shape },
    {
      attributes: { mode: 'linear', coordinate_transformation_mode: 'half_pixel', axes: [2, 3] },
    },
  )
  const rows = bilinearMatrix(height, oldHeight)
  const columns = bilinearMatrix(width, oldWidth)
  return customGradient(y, [x], (g) => [matmul(transpose(rows), matmul(g, columns))])
}

/** Row i holds the weights of the old values in new value i: [size, oldSize]. */
export function bilinearMatrix(size: number, oldSize: number): Tensor {
  const values = new Float32Array(size * oldSize)
  for (let index = 0; index < size; index++) {
    const position = Math.max(0, ((index + 0.5) * oldSize) / size - 0.5)
    const low = Math.min(oldSize - 1, Math.floor(position))
    const share = position - low
    values[index * oldSize + low] += 1 - share
    values[index * oldSize + Math.min(oldSize - 1, low + 1)] += share
  }
  return constant(values, [size, oldSize])
}

/** Every value repeated `factor` times down and across. x [n, channels, h, w]. */
export function resizeNearest(x: Tensor, factor: number): Tensor {
  requireRank('resizeNearest', x, 4)
  const [n, channels] = x.shape
  const [height, width] = x.shape.slice(2).map((size) => fixedSize('resizeNearest', size, x.shape))
  const shape = [n, channels, height * factor, width * factor]
  const y = makeTensor(
    'Resize',
    [x, null, constant(Float32Array.of(1, 1, factor, factor), [4])],
    { shape },
    // this mode, twice down and across: ten times as fast on a processor as `Expand`
    {
      attributes: {
        mode: 'nearest',
        coordinate_transformation_mode: 'asymmetric',
        nearest_mode: 'floor',
      },
    },
  )
  const blocks = [n, channels, height, factor, width, factor]
  return customGradient(y, [x], (g) => [sum(reshape(g, blocks), { axes: [3, 5] })])
}

/** [n, channels * factor^2, h, w] -> [n, channels, h * factor, w * factor] (PyTorch's order). */
export function pixelShuffle(x: Tensor, factor: number): Tensor {
  requireRank('pixelShuffle', x, 4)
  const [channels, height, width] = x.shape.slice(1).map((size) => fixedSize('pixelShuffle', size, x.shape))
  const cells = reshape(x, [-1, channels / factor ** 2, factor, factor, height, width])
  const ordered = transpose(cells, [0, 1, 4, 2, 5, 3])
  return reshape(ordered, [x.shape[0], channels / factor ** 2, height * factor, width * factor])
}

/**
 * Bilinear values of x [n, channels, h, w] at places [n, h', w', 2]: columns and rows from -1 to 1, from edge to
 * edge, beyond which the edge continues -> [n, channels, h', w']. Neither gets a gradient: both count as constant.
 */
export function sampleAt(x: Tensor, places: Tensor): Tensor {
  requireRank('sampleAt', x, 4)
  requireRank('sampleAt', places, 4)
  const shape = [x.shape[0], x.shape[1], places.shape[1], places.shape[2]]
  return makeTensor(
    'GridSample',
    [x, places],
    { shape },
    { attributes: { mode: 'linear', padding_mode: 'border', align_corners: 0 } },
  )
}
