import type { ReactElement } from 'react'
import type { Prompts } from '../../../src/contract/pairs'
import type { Rle } from '../../../src/mask/rle'
import type { Frame } from '../../../src/domain/document'
import type { ImagePoint } from '../stage/camera'

/** Input from the pointer and the keys, in image pixels of the frame where the gesture began. */
export type ToolInput =
  | { type: 'down' | 'move' | 'up'; at: ImagePoint; isShift: boolean; isAlt: boolean }
  /** A press that the system counts as the second of two. */
  | { type: 'double'; at: ImagePoint }
  | { type: 'confirm' }
  | { type: 'remove-last' }
  | { type: 'cancel' }
  | MaskAnswer

/** Result of a requested mask. Sent to the tool in hand if it is the one that requested it. */
export type MaskAnswer =
  /** It was kept as a new region. */
  | { type: 'added' }
  /** There is none for the present prompts. */
  | { type: 'failed' }

export type Effect = PaintEffect | RequestEffect

/** Carried out at once. Between `begin` and `commit` or `cancel` all painting is one edit. */
export type PaintEffect =
  | { type: 'begin'; label: string; value: 0 | 1; at: ImagePoint }
  | { type: 'line'; from: ImagePoint; to: ImagePoint; diameter: number }
  | { type: 'polygon'; points: readonly ImagePoint[] }
  /** The hole at the point, or all holes for null. */
  | { type: 'holes'; at: ImagePoint | null }
  | { type: 'commit' }
  | { type: 'cancel' }
  /** The outline being drawn; none for an empty list. */
  | { type: 'preview'; points: readonly ImagePoint[]; value: 0 | 1; isFreehand?: boolean }
  /** The outline is not closed: it has less than three corners. */
  | { type: 'too-few-corners' }
  /** Chooses a region; null chooses none. */
  | { type: 'select'; regionId: string | null }

/** Effects of a tool with a `source`: the mask comes later, and the tool may be out of hand by then. */
export type RequestEffect =
  /** Requests a mask for these prompts; `isHover` where the pointer only lies there. */
  | { type: 'request'; prompts: ClickPrompts; isHover: boolean }
  /** Keeps the requested mask, as one edit. */
  | { type: 'keep' }
  /** Drops the requested mask. */
  | { type: 'drop' }

export function isRequestEffect(effect: Effect): effect is RequestEffect {
  return effect.type === 'request' || effect.type === 'keep' || effect.type === 'drop'
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

/** Where the masks of an asynchronous tool come from. */
export interface MaskSource {
  /** Whether an answer takes no longer than a click may; only then hovering requests a mask. */
  isReady(pairId: number): boolean
  request(pairId: number, frame: Frame, prompts: Prompts): Promise<Rle>
  /** Names of the edits in the history. */
  labels: { added: string; changed: string }
}

/** A tool, as the rest of the screen uses it. */
export interface ToolDefinition {
  defaultKey: string
  icon: ReactElement
  /** Null for panning, which moves the view and never the document. */
  start: (() => RunningTool) | null
  /** `ring` is as large as the brush. */
  cursor: 'crosshair' | 'ring' | 'default' | 'grab'
  /** A double press fits the image to the window; else it is an input of the tool. */
  doesDoubleFit?: boolean
  /** A press with the right button is a press with Alt. */
  usesRightButton?: boolean
  source?: MaskSource
  /** Above the canvas while the tool is in hand. */
  bar?: (pairId: number) => ReactElement
}

export function distance(a: ImagePoint, b: ImagePoint): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}
