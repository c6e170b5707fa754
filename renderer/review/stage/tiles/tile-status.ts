import type { ShownKind } from '../stage-view'

/** Of one kind of picture. */
export interface TileStatus {
  /** Whether the coarsest level is there, so that something is shown everywhere. */
  hasBase: boolean
  /** Whether all that the panes show of it is there at the level that they want. */
  isSharp: boolean
  /** Why a tile in view cannot be had; null where all can. */
  failure: string | null
  /** Of the tiles in view and the coarsest one, those that came or failed. */
  done: number
  total: number
}

function none(): TileStatus {
  return { hasBase: false, isSharp: true, failure: null, done: 0, total: 0 }
}

export function noStatus(): Record<ShownKind, TileStatus> {
  return { before: none(), after: none(), aligned: none(), difference: none() }
}
