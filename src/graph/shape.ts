import type { Dimension } from './onnx'

/**
 * Sizes are whole numbers, or one symbol times a whole number: `'batch'`, `'16*batch'`. A symbol is
 * a size known only when the model runs; equal text means equal size.
 */
export type Size = Dimension
export type Shape = readonly Size[]

/** An operation met operands that it cannot take; the message names the operation and the shapes. */
export class ShapeError extends Error {
  override readonly name = 'ShapeError'
  constructor(
    readonly operation: string,
    reason: string,
    ...shapes: readonly Shape[]
  ) {
    super(
      `${operation}: ${reason}${shapes.length === 0 ? '' : ` (${shapes.map(formatShape).join(' and ')})`}`,
    )
  }
}

export function formatShape(shape: Shape): string {
  return `[${shape.join(', ')}]`
}

export interface SizeParts {
  factor: number
  /** Null for a size that is known. */
  symbol: string | null
}

export function sizeParts(size: Size): SizeParts {
  if (typeof size === 'number') {
    return { factor: size, symbol: null }
  }
  const star = size.indexOf('*')
  return star < 0
    ? { factor: 1, symbol: size }
    : { factor: Number(size.slice(0, star)), symbol: size.slice(star + 1) }
}

function sizeOf({ factor, symbol }: SizeParts): Size {
  if (symbol === null || factor === 0) {
    return factor
  }
  return factor === 1 ? symbol : `${factor}*${symbol}`
}

/** Throws a ShapeError where two symbols would be multiplied. */
export function sizeProduct(operation: string, shape: Shape): Size {
  let factor = 1
  let symbol: string | null = null
  for (const size of shape) {
    const parts = sizeParts(size)
    if (parts.symbol !== null && symbol !== null) {
      throw new ShapeError(operation, 'the product of two sizes known only at run time', shape)
    }
    factor *= parts.factor
    symbol ??= parts.symbol
  }
  return sizeOf({ factor, symbol })
}

/** Null where `whole` is not a whole multiple of `part`. */
export function sizeQuotient(whole: Size, part: Size): Size | null {
  const a = sizeParts(whole)
  const b = sizeParts(part)
  if (b.factor === 0 || a.factor % b.factor !== 0 || (b.symbol !== null && b.symbol !== a.symbol)) {
    return null
  }
  return sizeOf({ factor: a.factor / b.factor, symbol: b.symbol === null ? a.symbol : null })
}

/** Throws a ShapeError where the sizes have no common symbol. */
export function sizeSum(operation: string, sizes: Shape): Size {
  const parts = sizes.map(sizeParts)
  if (parts.some(({ symbol }) => symbol !== parts[0].symbol)) {
    throw new ShapeError(operation, 'these sizes cannot be added before the model runs', sizes)
  }
  return sizeOf({
    factor: parts.reduce((sum, { factor }) => sum + factor, 0),
    symbol: parts[0].symbol,
  })
}

/** The size as a number; throws a ShapeError where it is known only at run time. */
export function fixedSize(operation: string, size: Size, shape: Shape): number {
  if (typeof size === 'number') {
    return size
  }
  throw new ShapeError(operation, `size ${size} must be known when the graph is built`, shape)
}

export function isFixed(shape: Shape): shape is readonly number[] {
  return shape.every((size) => typeof size === 'number')
}

export function sameShape(a: Shape, b: Shape): boolean {
  return a.length === b.length && a.every((size, axis) => size === b[axis])
}

/** NumPy's rule: sizes are aligned from the right; 1 stretches. */
export function broadcastShapes(operation: string, a: Shape, b: Shape): Shape {
  const rank = Math.max(a.length, b.length)
  return Array.from({ length: rank }, (_, axis) => {
    const left = a[axis - rank + a.length] ?? 1
    const right = b[axis - rank + b.length] ?? 1
    if (left === right || right === 1) {
      return left
    }
    if (left === 1) {
      return right
    }
    throw new ShapeError(operation, 'shapes do not broadcast', a, b)
  })
}

/** The axis counted from the front; negative axes count from the back. */
export function resolveAxis(operation: string, axis: number, shape: Shape): number {
  const resolved = axis < 0 ? axis + shape.length : axis
  if (!Number.isInteger(axis) || resolved < 0 || resolved >= shape.length) {
    throw new ShapeError(operation, `there is no axis ${axis}`, shape)
  }
  return resolved
}

export function bindSize(size: Size, sizes: Readonly<Record<string, number>>): Size {
  const { factor, symbol } = sizeParts(size)
  return symbol !== null && symbol in sizes ? factor * sizes[symbol] : size
}
