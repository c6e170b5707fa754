import type { Rect } from './bitmap'

export const areaOf = ({ width, height }: Rect): number => width * height

export function sharedArea(a: Rect, b: Rect): number {
  const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return across <= 0 || down <= 0 ? 0 : across * down
}

/** What both boxes cover of what any covers, 0 to 1. */
export function boxIou(a: Rect, b: Rect): number {
  const shared = sharedArea(a, b)
  return shared === 0 ? 0 : shared / (areaOf(a) + areaOf(b) - shared)
}
