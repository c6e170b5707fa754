import type { Rect } from '../../mask/bitmap'
import type { Clusters } from '../difference/clusters'

export function memberOf(
  { width, height, labels }: Clusters,
  label: number,
): (x: number, y: number) => boolean {
  return (x, y) => x >= 0 && y >= 0 && x < width && y < height && labels[y * width + x] === label
}

export function carried(rect: Rect, carry: (x: number, y: number) => { x: number; y: number }): Rect {
  const corners = [rect.x, rect.x + rect.width].flatMap((x) =>
    [rect.y, rect.y + rect.height].map((y) => carry(x, y)),
  )
  const xs = corners.map(({ x }) => x)
  const ys = corners.map(({ y }) => y)
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(1, Math.max(...xs) - x), height: Math.max(1, Math.max(...ys) - y) }
}

export function eachPixel({ x, y, width, height }: Rect, visit: (x: number, y: number) => void): void {
  for (let row = y; row < y + height; row += 1) {
    for (let column = x; column < x + width; column += 1) {
      visit(column, row)
    }
  }
}
