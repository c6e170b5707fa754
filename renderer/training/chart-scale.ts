/** One line of a chart. */
export interface Series {
  id: string
  name: string
  /** CSS. */
  colour: string
  isDashed?: boolean
  points: readonly { x: number; y: number }[]
}

export interface Domain {
  low: number
  high: number
}

const WANTED = 4

/** Round numbers from at most `low` to at least `high`, about `count` steps of 1, 2 or 5 times a power of ten. */
export function ticksOf({ low, high }: Domain, count = WANTED): number[] {
  const span = high - low
  if (!(span > 0)) {
    return [low]
  }
  const raw = span / count
  const power = 10 ** Math.floor(Math.log10(raw))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= raw) ?? raw
  const first = Math.floor(low / step)
  const last = Math.ceil(high / step)
  return Array.from({ length: last - first + 1 }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  )
}

/** Range of all points; it always contains `least` and `most`. */
export function domainOf(values: readonly number[], least: number, most: number): Domain {
  let [low, high] = [least, most]
  for (const value of values) {
    if (Number.isFinite(value)) {
      low = Math.min(low, value)
      high = Math.max(high, value)
    }
  }
  return { low, high }
}

/** The point whose x is nearest; null where there is none. */
export function nearestPoint<P extends { x: number }>(points: readonly P[], x: number): P | null {
  let nearest: P | null = null
  for (const point of points) {
    if (nearest === null || Math.abs(point.x - x) <= Math.abs(nearest.x - x)) {
      nearest = point
    }
  }
  return nearest
}
