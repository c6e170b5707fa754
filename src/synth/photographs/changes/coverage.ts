import { MARGIN, boxBlur } from '../canvas'
import type { Layer } from '../canvas'
import type { Point, Shape } from '../shapes'

/** Lines of a row of pixels at which an outline is looked at; along a row it is exact. */
const SUB_ROWS = 4

/**
 * A layer without colours: how much of each pixel a shape covers, with a soft edge.
 * @param soft radius of the blur of its edge, pixels
 * @param room pixels about it for more blur
 */
export function coverageOf(
  shape: Shape,
  soft: number,
  canvas: { readonly width: number; readonly height: number },
  room = 0,
): Layer {
  const paths = (shape.halfWidth > 0 ? thickened(shape) : shape.paths).map((path) =>
    path.map(([x, y]): Point => [x + MARGIN, y + MARGIN]),
  )
  const pad = Math.ceil(2 * soft + room) + 1
  const xs = paths.flat().map(([x]) => x)
  const ys = paths.flat().map(([, y]) => y)
  const left = Math.max(-pad, Math.floor(Math.min(...xs)) - pad)
  const top = Math.max(-pad, Math.floor(Math.min(...ys)) - pad)
  const width = Math.max(1, Math.min(canvas.width + pad, Math.ceil(Math.max(...xs)) + pad) - left)
  const height = Math.max(1, Math.min(canvas.height + pad, Math.ceil(Math.max(...ys)) + pad) - top)
  let cover = new Float32Array(width * height)
  for (const path of paths) {
    fillPath(path, left, top, width, height, cover)
  }
  if (soft > 0) {
    cover = new Float32Array(boxBlur(cover, width, height, 1, soft / 2))
  }
  const data = new Float32Array(4 * width * height)
  for (let at = 0; at < cover.length; at++) {
    data[4 * at + 3] = cover[at]
  }
  return { left, top, width, height, data }
}

/** A line as one box a piece. */
function thickened({ paths, halfWidth }: Shape): Point[][] {
  return paths.flatMap((path) =>
    path.slice(1).map(([toX, toY], at): Point[] => {
      const [fromX, fromY] = path[at]
      const [right, down] = [toX - fromX, toY - fromY]
      const length = Math.max(1e-6, Math.sqrt(right * right + down * down))
      const [alongX, alongY] = [(right / length) * halfWidth, (down / length) * halfWidth]
      return [
        [fromX - alongX * 0.3 - alongY, fromY - alongY * 0.3 + alongX],
        [toX + alongX * 0.3 - alongY, toY + alongY * 0.3 + alongX],
        [toX + alongX * 0.3 + alongY, toY + alongY * 0.3 - alongX],
        [fromX - alongX * 0.3 + alongY, fromY - alongY * 0.3 - alongX],
      ]
    }),
  )
}

/** Fills a closed path by the even-odd rule; where paths meet, the larger cover stays. */
function fillPath(
  path: readonly Point[],
  left: number,
  top: number,
  width: number,
  height: number,
  cover: Float32Array,
): void {
  const ys = path.map(([, y]) => y - top)
  const first = Math.max(0, Math.floor(Math.min(...ys)))
  const last = Math.min(height, Math.ceil(Math.max(...ys)))
  const row = new Float32Array(width)
  for (let y = first; y < last; y++) {
    row.fill(0)
    for (let sub = 0; sub < SUB_ROWS; sub++) {
      const crossings = crossingsAt(path, top + y + (sub + 0.5) / SUB_ROWS)
      for (let at = 0; at + 1 < crossings.length; at += 2) {
        addSpan(row, crossings[at] - left, crossings[at + 1] - left)
      }
    }
    for (let x = 0; x < width; x++) {
      const share = row[x] / SUB_ROWS
      if (share > cover[y * width + x]) {
        cover[y * width + x] = share
      }
    }
  }
}

function crossingsAt(path: readonly Point[], y: number): number[] {
  const crossings: number[] = []
  for (let at = 0; at < path.length; at++) {
    const [x0, y0] = path[at]
    const [x1, y1] = path[(at + 1) % path.length]
    if (y0 <= y !== y1 <= y) {
      crossings.push(x0 + ((y - y0) / (y1 - y0)) * (x1 - x0))
    }
  }
  return crossings.sort((a, b) => a - b)
}

/** Adds to each pixel the share of it that lies between two places. */
function addSpan(row: Float32Array, from: number, to: number): void {
  const [start, end] = [Math.max(0, from), Math.min(row.length, to)]
  for (let x = Math.floor(start); x < end; x++) {
    row[x] += Math.min(end, x + 1) - Math.max(start, x)
  }
}
