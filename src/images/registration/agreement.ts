/**
 * How much of two grey images of one size lies on each other: the share of textured blocks whose
 * normalised correlation is high. Light does not matter to it, and what changed counts against it only
 * by its area.
 */
export interface Agreement {
  /** 0 to 1; 1 where nothing has texture, as then nothing can be told. */
  share: number
  /** Blocks that could be judged. */
  blocks: number
}

const SIDE = 16
const LEAST_DEVIATION = 6
const GOOD_CORRELATION = 0.8

/**
 * @param valid where both are known; null for everywhere
 * @param shift pixels of `b` that lie on each pixel of `a`
 */
export function measureAgreement(
  a: Uint8Array,
  b: Uint8Array,
  width: number,
  height: number,
  valid: Uint8Array | null,
  shift = { x: 0, y: 0 },
): Agreement {
  let blocks = 0
  let good = 0
  const offset = shift.y * width + shift.x
  const right = width - Math.max(0, shift.x)
  const bottom = height - Math.max(0, shift.y)
  for (let top = Math.max(0, -shift.y); top + SIDE <= bottom; top += SIDE) {
    for (let left = Math.max(0, -shift.x); left + SIDE <= right; left += SIDE) {
      const correlation = blockCorrelation(a, b, width, left, top, offset, valid)
      if (correlation !== null) {
        blocks += 1
        good += correlation >= GOOD_CORRELATION ? 1 : 0
      }
    }
  }
  return { blocks, share: blocks === 0 ? 1 : good / blocks }
}

/** By how much more of all the images agree shifted by up to `reach` pixels than as they are; over 0 the view moved. */
export function gainOfShift(
  a: Uint8Array,
  b: Uint8Array,
  width: number,
  height: number,
  reach: number,
): number {
  const still = measureAgreement(a, b, width, height, null).share
  const span = Array.from({ length: 2 * reach + 1 }, (_, index) => index - reach)
  const shares = span.flatMap((y) =>
    span.map((x) => measureAgreement(a, b, width, height, null, { x, y }).share),
  )
  return Math.max(...shares) - still
}

/** Null where neither has texture or a part is unknown. */
function blockCorrelation(
  a: Uint8Array,
  b: Uint8Array,
  width: number,
  left: number,
  top: number,
  offset: number,
  valid: Uint8Array | null,
): number | null {
  let [sumA, sumB, sumAA, sumBB, sumAB] = [0, 0, 0, 0, 0]
  for (let row = 0; row < SIDE; row += 1) {
    const start = (top + row) * width + left
    for (let at = start; at < start + SIDE; at += 1) {
      if (valid !== null && valid[at] === 0) {
        return null
      }
      const x = a[at]
      const y = b[at + offset]
      sumA += x
      sumB += y
      sumAA += x * x
      sumBB += y * y
      sumAB += x * y
    }
  }
  const count = SIDE * SIDE
  const varianceA = sumAA / count - (sumA / count) ** 2
  const varianceB = sumBB / count - (sumB / count) ** 2
  if (Math.max(varianceA, varianceB) < LEAST_DEVIATION ** 2) {
    return null
  }
  const covariance = sumAB / count - (sumA / count) * (sumB / count)
  return covariance / Math.sqrt(Math.max(1, varianceA) * Math.max(1, varianceB))
}
