import { GRID_SIDE, MASK_SIDE, TOKENS } from '../../layers/sizes'

const PIXELS = MASK_SIDE * MASK_SIDE
const CELL = MASK_SIDE / GRID_SIDE

/** Attention that lies on changes, summed up over frames in which something changed. */
export class AttentionShare {
  private inside = 0
  private even = 0
  private frames = 0

  /**
   * @param attention of a frame's 256 cells, sum 1
   * @param mask the frame's pixels [128, 128], above 0 where they changed
   */
  add(attention: ArrayLike<number>, mask: ArrayLike<number>): void {
    const cells = new Uint8Array(TOKENS)
    for (let pixel = 0; pixel < PIXELS; pixel++) {
      if (mask[pixel] > 0) {
        const [row, column] = [Math.floor(pixel / MASK_SIDE), pixel % MASK_SIDE]
        cells[Math.floor(row / CELL) * GRID_SIDE + Math.floor(column / CELL)] = 1
      }
    }
    const count = cells.reduce((sum, cell) => sum + cell, 0)
    if (count === 0) {
      return
    }
    this.frames++
    this.even += count / TOKENS
    cells.forEach((cell, at) => (this.inside += cell * attention[at]))
  }

  /** The share of attention in cells that show a change, 0 to 1, against attention that is even. */
  score(): { value: number; baseline: number } | null {
    const { inside, even, frames } = this
    return frames === 0 ? null : { value: inside / frames, baseline: even / frames }
  }
}
