import { expect, test } from 'vitest'
import { nextSteps, undoState } from './history'
import type { EventKind, HistoryEvent } from './history'

test('what undo and redo do next is the same from the newest event as from the oldest', () => {
  const seen = new Set<string>()
  for (const kinds of sequences(7)) {
    const events = named(kinds)
    const { done, undone } = undoState(events)
    const { toUndo, toRedo } = nextSteps(events.toReversed())
    expect({ kinds, undo: toUndo?.label, redo: toRedo?.label }).toEqual({
      kinds,
      undo: done.at(-1)?.label,
      redo: undone.at(-1)?.label,
    })
    seen.add(`${Math.min(done.length, 2)} ${Math.min(undone.length, 2)}`)
  }
  expect(seen.size).toBe(9)
})

test('a long history is read back to its newest edit only', () => {
  const events = named(['edit', 'edit', 'undo', 'edit'])
  const read: string[] = []
  function* newestFirst(): Generator<HistoryEvent> {
    for (const event of events.toReversed()) {
      read.push(event.eventId)
      yield event
    }
  }
  expect(nextSteps(newestFirst())).toEqual({ toUndo: events[3], toRedo: null })
  expect(read).toEqual(['3'])
})

/** Every order of events that a store takes, of up to so many. */
function* sequences(length: number, kinds: readonly EventKind[] = []): Generator<readonly EventKind[]> {
  yield kinds
  if (length > 0) {
    const { done, undone } = undoState(named(kinds))
    const next: EventKind[] = ['edit', 'system']
    if (done.length > 0) {
      next.push('undo')
    }
    if (undone.length > 0) {
      next.push('redo')
    }
    for (const kind of next) {
      yield* sequences(length - 1, [...kinds, kind])
    }
  }
}

/** As the store labels them: an undo or redo as the edit that it stands for. */
function named(kinds: readonly EventKind[]): HistoryEvent[] {
  const events: HistoryEvent[] = []
  for (const [index, kind] of kinds.entries()) {
    const { done, undone } = undoState(events)
    const edit = kind === 'undo' ? done.at(-1) : kind === 'redo' ? undone.at(-1) : undefined
    events.push({ eventId: `${index}`, kind, label: edit?.label ?? `edit ${index}` })
  }
  return events
}
