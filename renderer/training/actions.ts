import type { Action } from '../keys/action'
import { text } from '../text/en'
import { pauseRun, promoteModel, resumeRun } from './commands'
import { showRun, useRuns } from './runs'
import { moveVerdictCursor } from './verdict-rows'

interface Entry {
  keys: string
  run(): void
  repeats?: boolean
  whileTyping?: boolean
}

const entries: Record<string, Entry> = {
  'training.new': { keys: 'N', run: () => showRun(null) },
  'training.start': {
    keys: 'Ctrl+Enter',
    whileTyping: true,
    run: () => document.querySelector<HTMLElement>('[data-start-training]')?.click(),
  },
  'training.pause': { keys: 'Space', run: pauseOrResume },
  'training.down': { keys: 'ArrowDown J', run: () => moveVerdictCursor(1), repeats: true },
  'training.up': { keys: 'ArrowUp K', run: () => moveVerdictCursor(-1), repeats: true },
  'training.promote': { keys: 'P', run: promoteShown },
}

export const trainingActions: Action[] = Object.entries(entries).map(([id, entry]) => ({
  id,
  label: text.keys.actions[id as keyof typeof text.keys.actions],
  group: 'training',
  defaultKey: entry.keys,
  place: 'training',
  repeats: entry.repeats ?? false,
  whileTyping: entry.whileTyping ?? false,
  run: entry.run,
}))

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
