import { create } from 'zustand'
import type { Caption, Link } from '../../../src/domain/document'
import type { Steps } from '../own-edits'

export type ChainQuestion = 'recaption' | 'remask' | 'complete' | 'threshold'

export interface Offer {
  captionId: string
  captions: readonly Caption[]
  links: readonly Link[]
}

/** The question to the model about the open pair, and what it offers. Never saved. */
interface Chain {
  pairId: number | null
  /** The name of that pair. */
  pairKey: string
  running: ChainQuestion | null
  /** Why the last question has no answer. */
  problem: { question: ChainQuestion; message: string } | null
  /** Other captions for the regions, to take instead; with the step that put the first in place. */
  offered: (Offer & { stepId: string }) | null
  /** Ways to go on with what was typed; `at` is the one that Enter takes. */
  completions: (Offer & { at: number }) | null
}

export const NOTHING = { running: null, problem: null, offered: null, completions: null }

export const NOBODY: Chain = { pairId: null, pairKey: '', ...NOTHING }

export const useChain = create<Chain>()(() => NOBODY)

/** The state for this pair; empty where it belongs to another pair. */
export function chainOf(state: Chain, pairId: number): Chain {
  return state.pairId === pairId ? state : NOBODY
}

/** Captions offered for a pair, while the step that they came with is in force. */
export function offeredFor({ offered }: Chain, { done }: Steps): Offer | null {
  return offered !== null && done.includes(offered.stepId) ? offered : null
}

/** The name of another pair for which a question is running; null where there is none. */
export function otherPairInProgress({ running, pairId, pairKey }: Chain, here: number): string | null {
  return running === null || pairId === here ? null : pairKey
}

export function dismissOffered(): void {
  useChain.setState({ offered: null, problem: null })
}

export function closeCompletions(): void {
  if (useChain.getState().completions !== null) {
    useChain.setState({ completions: null })
  }
}

/** To the next or previous completion, around the end. */
export function stepCompletion(step: 1 | -1): void {
  const { completions } = useChain.getState()
  if (completions !== null) {
    const count = completions.captions.length
    useChain.setState({ completions: { ...completions, at: (completions.at + step + count) % count } })
  }
}
