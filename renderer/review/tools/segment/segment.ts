import type { PromptPoint } from '../../../../src/contract/pairs'
import type { ImagePoint } from '../../stage/camera'
import { imagePoint } from '../../stage/camera'
import { distance } from '../tool'
import type { Effect, ClickPrompts, Reaction, ToolChart, MaskSource } from '../tool'
import { create } from 'zustand'
import { failWith } from '../../../../src/contract/errors'
import { SEGMENT_PACK_ID } from '../../../../src/contract/models'
import type { ModelPack } from '../../../../src/contract/models'
import { engine } from '../../../engine'
import { useEngineState } from '../../../state/engine-state'
import { usePairList } from '../../../queue/list'
import { neighbourOf } from '../../../queue/neighbours'
import { text } from '../../../text/chosen'
import { messageOf } from '../../../text/message'

const stageText = text.stage

interface Press {
  at: ImagePoint
  isAlt: boolean
  /** Moved far enough to be a box. */
  isBox: boolean
}

/** Placed prompts, and the press under way. */
export interface SegmentState {
  prompts: ClickPrompts
  press: Press | null
}

const NOTHING: ClickPrompts = { points: [], box: null }
const NO_OUTLINE: Effect = { type: 'preview', points: [], value: 1 }

/**
 * Click to segment: a click marks the thing, a click with Alt or the right button marks its surroundings, a drag
 * draws a box around it. Enter or a double click keeps the mask, Escape drops it, Backspace takes the last prompt
 * back.
 */
export const segmentChart: ToolChart<SegmentState> = {
  initial: { prompts: NOTHING, press: null },
  react(state, input, { tolerance }) {
    const { prompts, press } = state
    switch (input.type) {
      case 'down':
        return { state: { prompts, press: { at: input.at, isAlt: input.isAlt, isBox: false } }, effects: [] }
      case 'move':
        return moved(state, input.at, tolerance)
      case 'up':
        return press === null
          ? { state, effects: [] }
          : press.isBox
            ? withRequest({ ...prompts, box: boxOf(press.at, input.at) }, [NO_OUTLINE])
            : withRequest(withPoint(prompts, press, tolerance), [])
      case 'double':
      case 'confirm':
        return isEmpty(prompts) ? { state, effects: [] } : ended('keep')
      case 'remove-last': {
        const left = withoutLast(prompts)
        return isEmpty(left) ? ended('drop') : withRequest(left, [])
      }
      case 'cancel':
      case 'failed':
        return ended('drop')
      case 'added':
        // the next click means the next thing
        return { state, effects: [{ type: 'select', regionId: null }] }
    }
  },
}

function moved(state: SegmentState, at: ImagePoint, tolerance: number): Reaction<SegmentState> {
  const { prompts, press } = state
  if (press === null) {
    const hovering: ClickPrompts = { points: [{ ...at, isInside: true }], box: null }
    const effects: Effect[] = isEmpty(prompts) ? [{ type: 'request', prompts: hovering, isHover: true }] : []
    return { state, effects }
  }
  if (!press.isBox && distance(press.at, at) <= tolerance) {
    return { state, effects: [] }
  }
  return {
    state: { prompts, press: { ...press, isBox: true } },
    effects: [{ type: 'preview', points: cornersOf(press.at, at), value: 1 }],
  }
}

function withRequest(prompts: ClickPrompts, before: Effect[]): Reaction<SegmentState> {
  return {
    state: { prompts, press: null },
    effects: [...before, { type: 'request', prompts, isHover: false }],
  }
}

function ended(type: 'keep' | 'drop'): Reaction<SegmentState> {
  return { state: { prompts: NOTHING, press: null }, effects: [NO_OUTLINE, { type }] }
}

function isEmpty({ points, box }: ClickPrompts): boolean {
  return points.length === 0 && box === null
}

/** Ignores the second click of two at one place. */
function withPoint(prompts: ClickPrompts, { at, isAlt }: Press, tolerance: number): ClickPrompts {
  const point: PromptPoint = { x: at.x, y: at.y, isInside: !isAlt }
  const last = prompts.points.at(-1)
  const isAgain =
    last?.isInside === point.isInside && Math.hypot(last.x - point.x, last.y - point.y) <= tolerance
  return isAgain ? prompts : { ...prompts, points: [...prompts.points, point] }
}

function withoutLast({ points, box }: ClickPrompts): ClickPrompts {
  return points.length > 0 ? { points: points.slice(0, -1), box } : NOTHING
}

function boxOf(a: ImagePoint, b: ImagePoint): ClickPrompts['box'] {
  return {
    x: Math.min(a.x, b.x),
    y: Math.min(a.y, b.y),
    width: Math.max(0.5, Math.abs(a.x - b.x)),
    height: Math.max(0.5, Math.abs(a.y - b.y)),
  }
}

/** A closed outline that repeats its first corner, because the last point of an outline is the pointer's. */
function cornersOf(a: ImagePoint, b: ImagePoint): ImagePoint[] {
  return [a, imagePoint(b.x, a.y), b, imagePoint(a.x, b.y), a]
}

type EngineState = ReturnType<typeof useEngineState.getState>

export function segmentPack({ packs }: EngineState): ModelPack | undefined {
  return packs.find(({ id }) => id === SEGMENT_PACK_ID)
}

/** How often somebody clicked without the pack: the bar that offers it shows itself. */
export const useMissedClicks = create<{ count: number }>()(() => ({ count: 0 }))

/** How far click to segment is with a pair. */
interface Preparing {
  pairId: number | null
  state: 'idle' | 'running' | 'ready' | 'failed'
  /** Time of the encoder for both frames; 0 if they were encoded before. */
  milliseconds: number
  problem: string | null
}

const IDLE: Preparing = { pairId: null, state: 'idle', milliseconds: 0, problem: null }

export const usePreparing = create<Preparing>()(() => IDLE)

/** Makes the engine embed the pair, and its neighbours after it. An answer for another pair is dropped. */
export async function prepare(pairId: number): Promise<void> {
  const { setState, getState } = usePreparing
  setState({ ...IDLE, pairId, state: 'running' })
  try {
    const { milliseconds } = await engine.call('segment.prepare', { pairId, aheadIds: neighboursOf(pairId) })
    if (getState().pairId === pairId) {
      setState({ state: 'ready', milliseconds })
    }
  } catch (error) {
    if (getState().pairId === pairId) {
      setState({ state: 'failed', problem: messageOf(error) })
    }
  }
}

/** The next two, then the one before. */
function neighboursOf(pairId: number): number[] {
  const { ids, cursorId } = usePairList.getState()
  const next = neighbourOf(ids, pairId, 1, cursorId)
  const afterNext = next === null ? null : neighbourOf(ids, next, 1)
  return [next, afterNext, neighbourOf(ids, pairId, -1, cursorId)].filter((id) => id !== null)
}

export const segmentSource: MaskSource = {
  isReady(pairId) {
    const { pairId: prepared, state } = usePreparing.getState()
    return prepared === pairId && state === 'ready'
  },
  async request(pairId, frame, prompts) {
    if (segmentPack(useEngineState.getState())?.isInstalled === false) {
      useMissedClicks.setState(({ count }) => ({ count: count + 1 }))
      throw failWith('cancelled', stageText.segment.title)
    }
    return (await engine.call('segment.mask', { pairId, frame, prompts })).mask
  },
  labels: { added: stageText.labels.segment, changed: stageText.labels.segmentEdit },
}
