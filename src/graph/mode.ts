import type { BufferUpdate } from './parameters'
import { input, integers, iota, makeTensor, scalar, sizeTensor } from './tensor'
import type { Parameter, Tensor } from './tensor'
import { hashText, mix32 } from './random'
import { fixedSize, sizeProduct } from './shape'
import type { Shape } from './shape'
import { add, floor, greater, mul, square, sub, toFloat } from './ops/arithmetic'
import { reshape, unsqueeze } from './ops/layout'

/** The differences between training and inference; layers that depend on them take it as their last argument. */
export interface Mode {
  training: boolean
  dropout: (x: Tensor, rate: number, site: string) => Tensor
  /** A buffer as the layers called so far have left it. */
  current: (buffer: Parameter) => Tensor
  /** Called by layers that keep running figures; a second call for a buffer takes the first's place. */
  update: (update: BufferUpdate) => void
}

export const inference: Mode = {
  training: false,
  dropout: (x) => x,
  current: (buffer) => buffer,
  update: () => undefined,
}

export interface TrainingMode extends Mode {
  readonly updates: readonly BufferUpdate[]
}

/** The name of the graph input that carries the seed of this step's dropout masks. */
export const SEED_INPUT = 'seed'

/** Dropout by the step's seed; each call gets a mask of its own, also at the same site. */
export function trainingMode(): TrainingMode {
  const updates: BufferUpdate[] = []
  const indexOf = (buffer: Parameter) => updates.findIndex((update) => update.buffer === buffer)
  const seed = input(SEED_INPUT, [])
  let calls = 0
  return {
    training: true,
    updates,
    dropout: (x, rate, site) => dropout(x, rate, seed, `${site}#${calls++}`),
    current: (buffer) => updates[indexOf(buffer)]?.value ?? buffer,
    update: (update) => {
      const at = indexOf(update.buffer)
      updates.splice(at < 0 ? updates.length : at, 1, update)
    },
  }
}

/**
 * Masks from a hash in whole float32 numbers below 2^24, so that every provider computes the same
 * bits from the same seed; ONNX's own random operations leave the GPU and differ by provider.
 */
const MODULUS = 1021 // prime; its square and its products with the multipliers stay below 2^24

/**
 * Zeroes a share `rate` of the values and scales the rest by 1 / (1 - rate). `seed`: float32
 * scalar, a whole number in [0, 2^20); another `site` gives another mask. The share is exact to
 * 1/1021.
 */
export function dropout(x: Tensor, rate: number, seed: Tensor, site: string): Tensor {
  if (rate <= 0) {
    return x
  }
  const draws = reshape(hashGrid(matrixShape(x.shape), seed, hashText(site)), x.shape)
  const isKept = toFloat(greater(draws, Math.round(rate * MODULUS) - 0.5))
  return mul(x, mul(isKept, 1 / (1 - rate)))
}

function matrixShape(shape: Shape): Shape {
  const last = shape.at(-1) ?? 1
  return [sizeProduct('dropout', shape.slice(0, -1)), fixedSize('dropout', last, shape)]
}

/** Whole numbers in [0, 1021), spread evenly: [rows, columns]. */
function hashGrid([rows, columns]: Shape, seed: Tensor, site: number): Tensor {
  const rowIndex = typeof rows === 'number' ? iota(rows) : indexTensor(rows)
  const columnIndex = iota(Number(columns))
  const lane = (index: Tensor, key: number) => hashVector(index, seed, mix32((site + key) >>> 0))
  const row = (key: number) => unsqueeze(lane(rowIndex, key), 1)
  const first = modulo(square(modulo(add(row(1), lane(columnIndex, 2)))))
  const second = modulo(square(modulo(add(first, row(3)))))
  return modulo(add(square(modulo(add(second, lane(columnIndex, 4)))), row(5)))
}

/** x = low + 1024 high */
function digits(x: Tensor): [low: Tensor, high: Tensor] {
  const high = floor(mul(add(x, 0.5), 1 / 1024))
  return [sub(x, mul(high, 1024)), high]
}

/** A hash of each index (below 2^20), the seed and the key, in [0, 1021). */
function hashVector(index: Tensor, seed: Tensor, key: number): Tensor {
  const steps = [...digits(index), ...digits(seed)]
  let state: Tensor = scalar(key % MODULUS)
  for (const [round, digit] of steps.entries()) {
    const salt = mix32((key + round * 0x9e37) >>> 0)
    const spun = modulo(mul(modulo(add(state, digit)), 1 + (salt % (MODULUS - 1))))
    state = modulo(add(modulo(square(spun)), add(modulo(mul(spun, 7)), (salt >>> 10) % MODULUS)))
  }
  return state
}

/** Exact: the half keeps every quotient at least 1/2042 away from a whole number. */
function modulo(x: Tensor): Tensor {
  return sub(x, mul(floor(mul(add(x, 0.5), 1 / MODULUS)), MODULUS))
}

/** [0, 1, ...] as float32 for a size known only at run time. */
function indexTensor(size: string): Tensor {
  const limit = reshape(sizeTensor(size), [])
  const range = makeTensor('Range', [integers([0], []), limit, integers([1], [])], {
    shape: [size],
    dtype: 'int64',
  })
  return toFloat(range)
}
