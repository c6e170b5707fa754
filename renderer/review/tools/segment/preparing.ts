import { create } from 'zustand'
import { engine } from '../../../engine'
import { usePairList } from '../../../queue/list'
import { neighbourOf } from '../../../queue/neighbours'
import { messageOf } from '../../../../src/contract/errors'
import { stage as stageText } from '../../../text/en/stage'
import type { MaskSource } from '../tool'

/** How far click to segment is with a pair. */
interface Preparing {
  pairId: number | null
  state: 'idle' | 'running' | 'ready' | 'failed'
  /** That the encoder took for both frames; 0 where they were known. */
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
    return (await engine.call('segment.mask', { pairId, frame, prompts })).mask
  },
  labels: { added: stageText.labels.segment, changed: stageText.labels.segmentEdit },
}
