import type { EventKind } from '../../src/domain/history'

/** Steps of a pair that were made here, by event id, oldest first; null is one from before. */
export interface Steps {
  /** In force; undo takes back the last. */
  done: readonly (string | null)[]
  /** Taken back; redo brings the last again. */
  undone: readonly (string | null)[]
}

export const NO_STEPS: Steps = { done: [], undone: [] }

export function afterStep(
  { done, undone }: Steps,
  kind: Exclude<EventKind, 'system'>,
  eventId: string,
): Steps {
  switch (kind) {
    case 'edit':
      return { done: [...done, eventId], undone: [] }
    case 'undo':
      return { done: done.slice(0, -1), undone: [...undone, done.at(-1) ?? null] }
    case 'redo':
      return { done: [...done, undone.at(-1) ?? null], undone: undone.slice(0, -1) }
  }
}
