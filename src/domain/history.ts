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

export interface NextSteps<T extends HistoryEvent> {
  /** The edit, or the redo of one, that undo takes back. */
  toUndo: T | null
  /** The undo that redo takes back. */
  toRedo: T | null
}

/**
 * What undo and redo do next. It reads only as far back as it must: to the newest edit, unless some were taken back.
 * An undo takes back the newest edit or redo that no undo took back yet, and a redo the newest undo since an edit.
 */
export function nextSteps<T extends HistoryEvent>(newestFirst: Iterable<T>): NextSteps<T> {
  const undo = new Pending<T>()
  const redo = new Pending<T>()
  for (const event of newestFirst) {
    if (event.kind === 'undo') {
      undo.skip()
      redo.meet(event)
    } else if (event.kind === 'redo') {
      undo.meet(event)
      redo.skip()
    } else if (event.kind === 'edit') {
      undo.meet(event)
      redo.end()
    }
    if (undo.isFound && redo.isFound) {
      break
    }
  }
  return { toUndo: undo.event, toRedo: redo.event }
}

/** The newest event that a later one did not take back. */
class Pending<T> {
  event: T | null = null
  isFound = false
  private toSkip = 0

  /** The next event that is met was taken back. */
  skip(): void {
    this.toSkip += 1
  }

  meet(event: T): void {
    if (this.toSkip > 0) {
      this.toSkip -= 1
    } else if (!this.isFound) {
      this.event = event
      this.isFound = true
    }
  }

  end(): void {
    this.isFound = true
  }
}
