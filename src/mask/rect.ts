import type { Rect, Size } from './bitmap'

/** All of an image. */
export function wholeOf({ width, height }: Size): Rect {
  return { x: 0, y: 0, width, height }
}

export const areaOf = ({ width, height }: Rect): number => width * height

export function sharedArea(a: Rect, b: Rect): number {
  const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return across <= 0 || down <= 0 ? 0 : across * down
}

/** Intersection over union of two boxes, 0 to 1. */
export function boxIou(a: Rect, b: Rect): number {
  const shared = sharedArea(a, b)
  return shared === 0 ? 0 : shared / (areaOf(a) + areaOf(b) - shared)
}

/** The distance between the borders of two boxes, in their unit; 0 where they touch. */
export function boxGap(a: Rect, b: Rect): number {
  const across = Math.max(0, a.x - b.x - b.width, b.x - a.x - a.width)
  const down = Math.max(0, a.y - b.y - b.height, b.y - a.y - a.height)
  return Math.hypot(across, down)
}

/** The distance between the middles of two boxes, in their unit. */
export function middleDistance(a: Rect, b: Rect): number {
  return Math.hypot(a.x + a.width / 2 - b.x - b.width / 2, a.y + a.height / 2 - b.y - b.height / 2)
}

/** Whether both reach beyond each other's sides; one without area may lie in the other. */
export function overlaps(a: Rect, b: Rect): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

export function contains(outer: Rect, inner: Rect): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  )
}

export function containsPoint(rect: Rect, x: number, y: number): boolean {
  return x >= rect.x && y >= rect.y && x < rect.x + rect.width && y < rect.y + rect.height
}

/** The smallest box around all, empty ones included; null for none. */
export function boxAround(boxes: readonly [Rect, ...Rect[]]): Rect
export function boxAround(boxes: readonly Rect[]): Rect | null
export function boxAround(boxes: readonly Rect[]): Rect | null {
  if (boxes.length === 0) {
    return null
  }
  const x = Math.min(...boxes.map((box) => box.x))
  const y = Math.min(...boxes.map((box) => box.y))
  return {
    x,
    y,
    width: Math.max(...boxes.map((box) => box.x + box.width)) - x,
    height: Math.max(...boxes.map((box) => box.y + box.height)) - y,
  }
}

export function isEmptyRect(rect: Rect): boolean {
  return rect.width <= 0 || rect.height <= 0
}

/** What both cover; empty where nothing is. */
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
  return boxAround([a, b])
}

export function growRect(rect: Rect, by: number): Rect {
  return { x: rect.x - by, y: rect.y - by, width: rect.width + 2 * by, height: rect.height + 2 * by }
}
