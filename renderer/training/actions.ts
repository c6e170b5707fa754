import { actionsOf } from '../keys/bindings'
import type { ActionEntry } from '../keys/bindings'
import { pauseRun, promoteModel, resumeRun, startPlanned } from './commands'
import { showRun, useRuns } from './runs'
import { moveVerdictCursor } from './verdict-rows'

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
