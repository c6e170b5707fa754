import type { Rect } from '../../../src/mask/bitmap'

export function isEmptyRect(rect: Rect): boolean {
  return rect.width <= 0 || rect.height <= 0
}

export function intersectRect(a: Rect, b: Rect): Rect {
  const x = Math.max(a.x, b.x)
  const y = Math.max(a.y, b.y)
  const width = Math.max(0, Math.min(a.x + a.width, b.x + b.width) - x)
  const height = Math.max(0, Math.min(a.y + a.height, b.y + b.height) - y)
  return { x, y, width, height }
}

/** The smallest rectangle that holds both; null and empty ones count for nothing. */
export function unionRect(a: Rect | null, b: Rect | null): Rect | null {
  if (a === null || isEmptyRect(a)) {
    return b
  }
  if (b === null || isEmptyRect(b)) {
    return a
  }
  const x = Math.min(a.x, b.x)
  const y = Math.min(a.y, b.y)
  const width = Math.max(a.x + a.width, b.x + b.width) - x
  const height = Math.max(a.y + a.height, b.y + b.height) - y
  return { x, y, width, height }
}

export function growRect(rect: Rect, by: number): Rect {
  return { x: rect.x - by, y: rect.y - by, width: rect.width + 2 * by, height: rect.height + 2 * by }
}
