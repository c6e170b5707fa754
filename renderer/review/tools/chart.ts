import type { Prompts } from '../../../src/contract/prompts'
import type { ImagePoint } from '../stage/points'

/** What the pointer and the keys do, in image pixels of the frame where the gesture began. */
export type ToolInput =
  | { type: 'down' | 'move' | 'up'; at: ImagePoint; isShift: boolean; isAlt: boolean }
  /** A press that the system counts as the second of two. */
  | { type: 'double'; at: ImagePoint }
  | { type: 'confirm' }
  | { type: 'remove-last' }
  | { type: 'cancel' }

/** An effect of a tool. Between `begin` and `commit` or `cancel` all painting is one edit. */
export type Effect =
  | { type: 'begin'; label: string; value: 0 | 1; at: ImagePoint }
  | { type: 'line'; from: ImagePoint; to: ImagePoint; diameter: number }
  | { type: 'polygon'; points: readonly ImagePoint[] }
  /** The hole at the point, or all holes for null. */
  | { type: 'holes'; at: ImagePoint | null }
  | { type: 'commit' }
  | { type: 'cancel' }
  /** The outline being drawn; none for an empty list. */
  | { type: 'preview'; points: readonly ImagePoint[]; value: 0 | 1 }
  /** Requests a mask for these prompts; `isHover` where the pointer only lies there. */
  | { type: 'ask'; prompts: ClickPrompts; isHover: boolean }
  /** Keeps the requested mask, as one edit. */
  | { type: 'keep' }
  /** Drops the requested mask. */
  | { type: 'forget' }
  /** Chooses a region; null chooses none. */
  | { type: 'select'; regionId: string | null }

/** What click to segment is for, and all the rest. */
export type SegmentEffect = Extract<Effect, { type: 'ask' | 'keep' | 'forget' }>
export type PaintEffect = Exclude<Effect, SegmentEffect>

export function isSegmentEffect(effect: Effect): effect is SegmentEffect {
  return effect.type === 'ask' || effect.type === 'keep' || effect.type === 'forget'
}

/** Prompts from the pointer; the mask prompt comes from the document. */
export type ClickPrompts = Pick<Prompts, 'points' | 'box'>

export interface ToolContext {
  /** Image pixels. */
  brushDiameter: number
  /** How far off a click may be, in image pixels. */
  tolerance: number
  selectedRegionId: string | null
  /** Regions at a point, the topmost first. */
  regionsAt: (at: ImagePoint) => readonly string[]
}

export interface Reaction<S> {
  state: S
  effects: Effect[]
}

/** A tool as a state chart: each state is named for what the hand is doing. */
export interface ToolChart<S> {
  initial: S
  react(state: S, input: ToolInput, context: ToolContext): Reaction<S>
}

/** A chart with its present state. */
export interface RunningTool {
  send(input: ToolInput, context: ToolContext): Effect[]
}

export function runTool<S>(chart: ToolChart<S>): RunningTool {
  let state = chart.initial
  return {
    send(input, context) {
      const reaction = chart.react(state, input, context)
      state = reaction.state
      return reaction.effects
    },
  }
}

export function distance(a: ImagePoint, b: ImagePoint): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}
