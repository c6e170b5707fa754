import { actionsOf } from '../keys/bindings'
import type { ActionEntry } from '../keys/bindings'
import { pauseRun, promoteModel, resumeRun, startPlanned } from './commands'
import { showRun, useRuns } from './runs'
import { create } from 'zustand'
import type { PairComparison } from '../../src/contract/model-comparison'

/** The pairs of the verdict that is shown, in the order of the list, and which one is looked at. */
interface VerdictRows {
  rows: readonly PairComparison[]
  cursorId: number | null
  isLostFirst: boolean
}

export const useVerdictRows = create<VerdictRows>()(() => ({ rows: [], cursorId: null, isLostFirst: false }))

export function setVerdictRows(rows: readonly PairComparison[], isLostFirst?: boolean): void {
  const isReversed = isLostFirst ?? useVerdictRows.getState().isLostFirst
  const sorted = rows.toSorted((a, b) => (isReversed ? a.gain - b.gain : b.gain - a.gain))
  useVerdictRows.setState({ rows: sorted, isLostFirst: isReversed, cursorId: sorted.at(0)?.pairId ?? null })
}

function moveVerdictCursor(step: number): void {
  const { rows, cursorId } = useVerdictRows.getState()
  const present = rows.findIndex(({ pairId }) => pairId === cursorId)
  const target = rows.at(Math.min(rows.length - 1, Math.max(0, present + step)))
  if (target !== undefined) {
    useVerdictRows.setState({ cursorId: target.pairId })
  }
}

const entries: Record<string, ActionEntry> = {
  'training.new': { keys: 'N', run: () => showRun(null) },
  'training.start': {
    keys: 'Ctrl+Enter',
    whileTyping: true,
    run: () => void startPlanned(),
  },
  'training.pause': { keys: 'Space', run: pauseOrResume },
  'training.down': { keys: 'ArrowDown J', run: () => moveVerdictCursor(1), repeats: true },
  'training.up': { keys: 'ArrowUp K', run: () => moveVerdictCursor(-1), repeats: true },
  'training.promote': { keys: 'P', run: promoteShown },
}

export const trainingActions = actionsOf('training', 'training', entries)

function pauseOrResume(): void {
  const { runs, shownId } = useRuns.getState()
  const run = runs?.find(({ id }) => id === shownId)
  if (run?.state === 'running') {
    void pauseRun(run)
  } else if (run !== undefined && ['paused', 'interrupted', 'failed'].includes(run.state)) {
    void resumeRun(run)
  }
}

function promoteShown(): void {
  const { runs, shownId } = useRuns.getState()
  const model = runs?.find(({ id, state }) => id === shownId && state === 'done')?.model ?? null
  if (model !== null) {
    void promoteModel(model)
  }
}
