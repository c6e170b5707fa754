import type { Frame } from '../../../../src/domain/document'
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

/** Tiles that the coarsest one is made of, by frame; null where it is read from the file, or not made. */
export type FramesRead = Record<Frame, { done: number; total: number } | null>

const FRAMES_OF: Readonly<Record<ShownKind, readonly Frame[]>> = {
  before: ['before'],
  after: ['after'],
  aligned: ['before'],
  difference: ['before', 'after'],
}

/** How far the frames of these pictures are read, 0 to 1; null where none is. */
export function shareRead(kinds: readonly ShownKind[], read: FramesRead): number | null {
  const frames = [...new Set(kinds.flatMap((kind) => FRAMES_OF[kind]))]
  const counts = frames.map((frame) => read[frame]).filter((one) => one !== null)
  const sum = (count: 'done' | 'total'): number => counts.reduce((all, one) => all + one[count], 0)
  return counts.length === 0 ? null : sum('done') / Math.max(1, sum('total'))
}
