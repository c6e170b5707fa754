import { create } from 'zustand'

/** How the pairs lie on screen, for the keys that move by row and page. */
interface Grid {
  columns: number
  visibleRows: number
}

export const useGrid = create<Grid>()(() => ({ columns: 1, visibleRows: 10 }))
