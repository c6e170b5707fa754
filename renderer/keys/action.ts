import { text } from '../text/en'
import type { Route } from '../state/route'

export type ActionGroup = 'everywhere' | 'queue' | 'review' | 'canvas' | 'training' | 'models'

/** Something a key, a menu or a button can do. */
export interface Action {
  id: string
  label: string
  group: ActionGroup
  /** Combinations separated by spaces; empty for none. */
  defaultKey: string
  /** Where it acts; null everywhere. */
  route: Route | null
  /** Whether a key that is held down does it again and again. */
  repeats: boolean
  /** Whether it also acts while a text field has the focus. */
  whileTyping: boolean
  /** Where given, the action takes its key before all others, and only while this holds. */
  isEnabled?(): boolean
  run(): void
}

/** What a table of actions says of one; the rest goes by its group. */
export interface ActionEntry {
  keys: string
  run(): void
  repeats?: boolean
  whileTyping?: boolean
}

/** A group's actions by their ids, in the order of the table. */
export function actionsOf(
  group: ActionGroup,
  route: Route | null,
  entries: Readonly<Record<string, ActionEntry>>,
): Action[] {
  return Object.entries(entries).map(([id, { keys, run, repeats = false, whileTyping = false }]) => ({
    id,
    label: text.keys.actions[id as keyof typeof text.keys.actions],
    group,
    defaultKey: keys,
    route,
    repeats,
    whileTyping,
    run,
  }))
}
