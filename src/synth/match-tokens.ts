/**
 * The dense correspondence of a frame on a grid of `grid` x `grid` tokens, for supervising attention between
 * frames: for each token, row by row, the other frame's token that holds most of its pixels' counterparts, or
 * `grid * grid`, "no counterpart", where half of its pixels or more have none. `flow` is a pair's forward or
 * backward.
 */
export function matchTokens(flow: Float32Array, width: number, height: number, grid: number): Int16Array {
  const tokens = grid * grid
  const votes = new Int32Array(tokens * (tokens + 1))
  for (let y = 0; y < height; y++) {
    const row = Math.floor((y * grid) / height)
    for (let x = 0; x < width; x++) {
      const from = row * grid + Math.floor((x * grid) / width)
      const u = flow[2 * (y * width + x)]
      const v = flow[2 * (y * width + x) + 1]
      const to = Number.isNaN(u)
        ? tokens
        : Math.floor((v * grid) / height) * grid + Math.floor((u * grid) / width)
      votes[from * (tokens + 1) + to]++
    }
  }
  return Int16Array.from({ length: tokens }, (_, from) => {
    const own = votes.subarray(from * (tokens + 1), (from + 1) * (tokens + 1))
    const all = own.reduce((sum, n) => sum + n, 0)
    if (2 * own[tokens] >= all) {
      return tokens
    }
    const known = own.subarray(0, tokens)
    return known.indexOf(Math.max(...known))
  })
}

/**
 * The flow of each token of a frame of `grid` x `grid` tokens to the other frame: two floats (x, y) a token, row
 * by row, in halves of the picture, the median of its pixels' along each axis; NaN where half of its pixels or more
 * have no counterpart. `flow` is a pair's forward or backward.
 */
export function tokenFlow(flow: Float32Array, width: number, height: number, grid: number): Float32Array {
  const out = new Float32Array(2 * grid * grid).fill(Number.NaN)
  const offsets: [x: number[], y: number[]][] = Array.from({ length: grid * grid }, () => [[], []])
  for (let y = 0; y < height; y++) {
    const row = Math.floor((y * grid) / height)
    for (let x = 0; x < width; x++) {
      const at = 2 * (y * width + x)
      if (Number.isNaN(flow[at])) {
        continue
      }
      const own = offsets[row * grid + Math.floor((x * grid) / width)]
      own[0].push(((flow[at] - x - 0.5) * 2) / width)
      own[1].push(((flow[at + 1] - y - 0.5) * 2) / height)
    }
  }
  const least = (width * height) / (grid * grid) / 2
  offsets.forEach((own, token) => {
    if (own[0].length > least) {
      out.set(own.map(median), 2 * token)
    }
  })
  return out
}

function median(values: readonly number[]): number {
  // of numbers alone, which is many times as fast as with a comparison of ours
  return Float64Array.from(values).sort()[values.length >> 1]
}
