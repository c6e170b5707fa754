import { SPECIAL_TOKENS } from '../bpe/vocabulary'

/**
 * One row of vocabulary logits for what follows each prefix. A prefix begins with the start token; `items` says to
 * which of the things that are decoded side by side each belongs. Prefixes of different items may differ in length.
 */
export type NextLogits = (
  prefixes: readonly (readonly number[])[],
  items: readonly number[],
) => Promise<readonly Float32Array[]>

export interface Decoded {
  /** Without start and end. */
  ids: readonly number[]
  /** Natural log, under the model's whole vocabulary: one for each id and, where finished, one for the end. */
  logProbabilities: readonly number[]
  /** Sum of `logProbabilities`. */
  total: number
  /** `total` divided by (number of log-probabilities) ^ lengthPower. */
  score: number
  /** Whether the model ended it; else the length did. */
  finished: boolean
}

export interface DecodingOptions {
  /** At most so many tokens, prefix and end included, start not. */
  maximumLength: number
  /** Every result begins with these. */
  prefix?: readonly number[]
  /** The tokens that may follow, given all after the start; undefined where all may. */
  allowed?: (ids: readonly number[]) => Iterable<number> | undefined
  /** Default: those of the tokenizer. */
  start?: number
  end?: number
  /** Tokens never chosen. Default: all specials but the end. */
  forbidden?: readonly number[]
  /** 0 compares totals (short wins), 1 compares means. Default 0.7. */
  lengthPower?: number
}

export const DECODING_DEFAULTS = {
  start: SPECIAL_TOKENS.start,
  end: SPECIAL_TOKENS.end,
  forbidden: [SPECIAL_TOKENS.pad, SPECIAL_TOKENS.start, SPECIAL_TOKENS.mask],
  lengthPower: 0.7,
} as const

export function decoded(
  ids: readonly number[],
  logProbabilities: readonly number[],
  finished: boolean,
  lengthPower: number,
): Decoded {
  const total = logProbabilities.reduce((sum, value) => sum + value, 0)
  return {
    ids,
    logProbabilities,
    total,
    score: normalised(total, logProbabilities.length, lengthPower),
    finished,
  }
}

export function normalised(total: number, length: number, lengthPower: number): number {
  return length === 0 ? total : total / length ** lengthPower
}

/** Calls the model and checks what it answers. Throws a RangeError for a wrong number of rows. */
export async function nextRows(
  next: NextLogits,
  prefixes: readonly (readonly number[])[],
  items: readonly number[],
): Promise<readonly Float32Array[]> {
  const rows = await next(prefixes, items)
  if (rows.length !== prefixes.length) {
    throw new RangeError(`the model answered ${rows.length} rows for ${prefixes.length} prefixes`)
  }
  return rows
}

/** log sum exp of a row, in double precision. Throws a RangeError where it is not finite. */
export function logPartition(row: Float32Array): number {
  let most = -Infinity
  for (const value of row) {
    if (value > most) {
      most = value
    }
  }
  let sum = 0
  for (const value of row) {
    sum += Math.exp(value - most)
  }
  const result = most + Math.log(sum)
  if (!Number.isFinite(result)) {
    throw new RangeError('the model answered logits that are not finite')
  }
  return result
}

/** The start with the first 0, 1, ... of the ids: one row for each id, and one for what follows them all. */
export function prefixesOf(start: number, ids: readonly number[]): number[][] {
  return Array.from({ length: ids.length + 1 }, (_, count) => [start, ...ids.slice(0, count)])
}

/** Log-probability of each id in the row before it. */
export function logProbabilitiesIn(rows: readonly Float32Array[], ids: readonly number[]): number[] {
  return ids.map((id, index) => {
    const value = rows[index].at(id)
    if (value === undefined) {
      throw new RangeError(`the model has no token ${id}`)
    }
    return value - logPartition(rows[index])
  })
}

/** Which tokens may follow: 1 for yes. */
export function permitted(
  size: number,
  ids: readonly number[],
  { allowed, forbidden = DECODING_DEFAULTS.forbidden }: DecodingOptions,
): Uint8Array {
  const given = allowed?.(ids)
  const mask = new Uint8Array(size).fill(given === undefined ? 1 : 0)
  for (const id of given ?? []) {
    if (id < size) {
      mask[id] = 1
    }
  }
  for (const id of forbidden) {
    if (id < size) {
      mask[id] = 0
    }
  }
  return mask
}

/** How likely the model finds sequences that it did not choose; the end is one token of each. */
export async function scoreSequences(
  next: NextLogits,
  sequences: readonly { ids: readonly number[]; item?: number }[],
  options: { start?: number; end?: number; lengthPower?: number } = {},
): Promise<Decoded[]> {
  const { start, end, lengthPower } = { ...DECODING_DEFAULTS, ...options }
  const prefixes = sequences.map(({ ids }) => prefixesOf(start, ids))
  const rows = await nextRows(
    next,
    prefixes.flat(),
    sequences.flatMap(({ item = 0 }, index) => prefixes[index].map(() => item)),
  )
  let from = 0
  return sequences.map(({ ids }, index) => {
    const own = rows.slice(from, from + prefixes[index].length)
    from += own.length
    return decoded(ids, logProbabilitiesIn(own, [...ids, end]), true, lengthPower)
  })
}
