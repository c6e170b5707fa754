import { fixedSize, sameShape, ShapeError } from '../shape'
import type { Shape, Size } from '../shape'
import { asTensor, integers, makeTensor, requireType, iota, requireRank } from '../tensor'
import type { Tensor } from '../tensor'
import { reshape, unsqueeze, flatten, transpose } from './layout'
import { equal, toFloat } from './arithmetic'
import { matmul } from './matmul'

interface SliceRange {
  start: number
  /** Past the last; not below `start`. */
  end: number
  step?: number
}

/** Ranges by axis; the other axes are not sliced. */
export function slice(x: Tensor, ranges: Readonly<Record<number, SliceRange>>): Tensor {
  const axes = Object.keys(ranges).map(Number)
  const shape = [...x.shape]
  for (const axis of axes) {
    const { start, end, step = 1 } = ranges[axis]
    const size = fixedSize('slice', x.shape[axis], x.shape)
    if (start < 0 || end > size || end <= start || step < 1) {
      throw new ShapeError('slice', `range ${start}..${end} step ${step} leaves axis ${axis}`, x.shape)
    }
    shape[axis] = Math.ceil((end - start) / step)
  }
  if (sameShape(shape, x.shape)) {
    return x
  }
  const pick = (value: (range: SliceRange) => number) => integers(axes.map((axis) => value(ranges[axis])))
  return makeTensor(
    'Slice',
    [x, pick(({ start }) => start), pick(({ end }) => end), integers(axes), pick(({ step }) => step ?? 1)],
    { shape, dtype: x.dtype },
    { backward: (g) => [unslice(g, ranges, x.shape), null, null, null, null] },
  )
}

/** The gradient of a slice: zeros everywhere else. */
function unslice(g: Tensor, ranges: Readonly<Record<number, SliceRange>>, shape: Shape): Tensor {
  let spread = g
  const before = shape.map(() => 0)
  const after = shape.map(() => 0)
  for (const [key, { start, step = 1 }] of Object.entries(ranges)) {
    const axis = Number(key)
    spread = dilate(spread, axis, step)
    before[axis] = start
    const rest = Number(shape[axis]) - start - Number(spread.shape[axis])
    if (rest < 0) {
      spread = slice(spread, { [axis]: { start: 0, end: Number(spread.shape[axis]) + rest } })
    }
    after[axis] = Math.max(0, rest)
  }
  return pad(spread, before, after)
}

/** `step - 1` zeros after every value of an axis. */
export function dilate(x: Tensor, axis: number, step: number): Tensor {
  if (step === 1) {
    return x
  }
  const size = fixedSize('dilate', x.shape[axis], x.shape)
  const inner = unsqueeze(x, axis + 1)
  const noPadding = inner.shape.map(() => 0)
  const padded = pad(inner, noPadding, noPadding.with(axis + 1, step - 1))
  return reshape(padded, x.shape.with(axis, size * step))
}

/** A constant value around the tensor; counts by axis. */
export function pad(x: Tensor, before: readonly number[], after: readonly number[], value = 0): Tensor {
  requireType('pad', x, 'float32')
  if (before.every((count, axis) => count === 0 && after[axis] === 0)) {
    return x
  }
  const shape = x.shape.map((size, axis): Size => {
    const extra = before[axis] + after[axis]
    return extra === 0 ? size : fixedSize('pad', size, x.shape) + extra
  })
  const ranges = Object.fromEntries(
    x.shape.flatMap((size, axis) =>
      before[axis] + after[axis] === 0
        ? []
        : [[axis, { start: before[axis], end: before[axis] + Number(size) }]],
    ),
  )
  return makeTensor(
    'Pad',
    [x, integers([...before, ...after]), asTensor(value)],
    { shape },
    { backward: (g) => [slice(g, ranges), null, null] },
  )
}

/** The order along the given axes reversed. */
export function flip(x: Tensor, axes: readonly number[]): Tensor {
  const all = (value: number) => integers(axes.map(() => value))
  return makeTensor(
    'Slice',
    [x, all(-1), all(-(2 ** 31)), integers(axes), all(-1)],
    { shape: x.shape },
    { backward: (g) => [flip(g, axes), null, null, null, null] },
  )
}

/**
 * Rows of a table [rows, features] by int64 indices of any shape [...] -> [..., features]. The
 * gradient is a product with a one-hot matrix: scattered additions have no fixed order.
 */
export function embedding(table: Tensor, indices: Tensor): Tensor {
  requireRank('embedding', table, 2)
  requireType('embedding', indices, 'int64')
  const [rows, features] = table.shape.map((size) => fixedSize('embedding', size, table.shape))
  return makeTensor(
    'Gather',
    [table, indices],
    { shape: [...indices.shape, features] },
    {
      attributes: { axis: 0 },
      backward: (g) => [matmul(transpose(oneHot(flatten(indices), rows)), reshape(g, [-1, features])), null],
    },
  )
}

/**
 * 1 where the index names the class, else 0: [...] -> [..., classes]. Indices are int64 or whole
 * float32; one outside [0, classes) gives zeros. A comparison: ONNX's OneHot leaves the GPU.
 */
export function oneHot(indices: Tensor, classes: number): Tensor {
  return toFloat(equal(unsqueeze(toFloat(indices), -1), iota(classes)))
}
