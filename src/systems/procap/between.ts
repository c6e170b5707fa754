/** A frame between two others, where no renderer can make one. */

/** Three bytes a pixel, row by row. */
export interface ByteFrame {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

/** Where what a cell of a frame shows is in the other frame, minus where it is here, in pixels: x and y of each of side x side cells; NaN where it is not there. */
export interface CellDisplacement {
  readonly side: number
  readonly values: Float32Array
}

/** The displacement that a grid of counterparts means: for each token the other frame's token, or `side * side`. */
export function tokenDisplacement(
  tokens: ArrayLike<number>,
  side: number,
  width: number,
  height: number,
): CellDisplacement {
  const values = Float32Array.from({ length: 2 * side * side }, (_, at) => {
    const [from, to] = [at >> 1, tokens[at >> 1]]
    if (to >= side * side) return NaN
    return at % 2 === 0
      ? ((to % side) - (from % side)) * (width / side)
      : (Math.floor(to / side) - Math.floor(from / side)) * (height / side)
  })
  return { side, values }
}

/**
 * The frame at `time` in 0..1 of a change: both frames are moved that far along their displacements and laid over each
 * other, 1 - time of the first and time of the last. What has no counterpart fades in its place. An approximation: the
 * displacement is read where a pixel ends up, not where it comes from, which is right where neighbours move alike.
 */
export function inBetween(
  first: ByteFrame,
  last: ByteFrame,
  forward: CellDisplacement,
  backward: CellDisplacement,
  time: number,
): ByteFrame {
  const { width, height } = first
  if (last.width !== width || last.height !== height)
    throw new RangeError(
      `Frames of ${width} x ${height} and ${last.width} x ${last.height} have no frame between: make them one size.`,
    )
  const data = new Uint8Array(first.data.length)
  const [out, back] = [new Float32Array(2), new Float32Array(2)]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      displacementAt(forward, x, y, width, height, out)
      displacementAt(backward, x, y, width, height, back)
      const at = 3 * (y * width + x)
      for (let channel = 0; channel < 3; channel++) {
        const before = sample(first, x - time * out[0], y - time * out[1], channel)
        const after = sample(last, x - (1 - time) * back[0], y - (1 - time) * back[1], channel)
        data[at + channel] = Math.round((1 - time) * before + time * after)
      }
    }
  }
  return { width, height, data }
}

/** Bilinear over the cells around a pixel that have a displacement; 0 where none has. */
function displacementAt(
  { side, values }: CellDisplacement,
  x: number,
  y: number,
  width: number,
  height: number,
  out: Float32Array,
): void {
  const column = Math.min(side - 1, Math.max(0, ((x + 0.5) * side) / width - 0.5))
  const row = Math.min(side - 1, Math.max(0, ((y + 0.5) * side) / height - 0.5))
  const [left, top] = [Math.floor(column), Math.floor(row)]
  let weight = 0
  out.fill(0)
  for (let corner = 0; corner < 4; corner++) {
    const [across, down] = [corner & 1, corner >> 1]
    const cell = Math.min(side - 1, top + down) * side + Math.min(side - 1, left + across)
    if (Number.isNaN(values[2 * cell])) continue
    const share = (across ? column - left : 1 - column + left) * (down ? row - top : 1 - row + top)
    out[0] += share * values[2 * cell]
    out[1] += share * values[2 * cell + 1]
    weight += share
  }
  if (weight > 0) {
    out[0] /= weight
    out[1] /= weight
  }
}

/** Bilinear; beyond the frame its border goes on. */
function sample({ width, height, data }: ByteFrame, x: number, y: number, channel: number): number {
  const [column, row] = [Math.min(width - 1, Math.max(0, x)), Math.min(height - 1, Math.max(0, y))]
  const [left, top] = [Math.floor(column), Math.floor(row)]
  const [right, bottom] = [Math.min(width - 1, left + 1), Math.min(height - 1, top + 1)]
  const value = (px: number, py: number): number => data[3 * (py * width + px) + channel]
  const [across, down] = [column - left, row - top]
  const upper = value(left, top) * (1 - across) + value(right, top) * across
  const lower = value(left, bottom) * (1 - across) + value(right, bottom) * across
  return upper * (1 - down) + lower * down
}
