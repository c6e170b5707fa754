/** How an event stands in the undo order. `system` events (imports, model output) are never undone. */
export type EventKind = 'edit' | 'undo' | 'redo' | 'system'

export interface HistoryEvent {
  eventId: string
  kind: EventKind
  label: string
}

export interface UndoState<T extends HistoryEvent> {
  /** Edits in force, oldest first; the last is what undo takes back. */
  done: T[]
  /** Edits taken back; the last is what redo brings again. Emptied by a new edit. */
  undone: T[]
}

/** Folds a pair's events, oldest first. An undo or redo event stands for the edit on top of its stack. */
export function undoState<T extends HistoryEvent>(events: readonly T[]): UndoState<T> {
  const done: T[] = []
  const undone: T[] = []
  for (const event of events) {
    if (event.kind === 'edit') {
      done.push(event)
      undone.length = 0
    } else if (event.kind === 'undo') {
      move(done, undone)
    } else if (event.kind === 'redo') {
      move(undone, done)
    }
  }
  return { done, undone }
}

function move<T>(from: T[], to: T[]): void {
  const event = from.pop()
  if (event !== undefined) {
    to.push(event)
  }
}
