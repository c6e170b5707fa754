import { splitCombinations } from './combination'
import { text } from '../text/en'
import type { Route } from '../state/route'

/** Combinations of each action, by action id, after the person's own choices. */
export type Bindings = ReadonlyMap<string, readonly string[]>

/** `chosen` is action id to keys, only where they differ from the default; empty text is no key at all. */
export function bindingsOf(actions: readonly Action[], chosen: Readonly<Record<string, string>>): Bindings {
  return new Map(
    actions.map((action) => [
      action.id,
      splitCombinations(Object.hasOwn(chosen, action.id) ? chosen[action.id] : action.defaultKey),
    ]),
  )
}

function canMeet(a: Action, b: Action): boolean {
  if ((a.isEnabled === undefined) !== (b.isEnabled === undefined)) {
    return false
  }
  return a.route === null || b.route === null || a.route === b.route
}

/** Other actions that answer to one of the same keys in the same place. */
export function conflictsOf(action: Action, actions: readonly Action[], bindings: Bindings): Action[] {
  const own = new Set(bindings.get(action.id))
  return actions.filter(
    (other) =>
      other.id !== action.id &&
      canMeet(action, other) &&
      (bindings.get(other.id) ?? []).some((combination) => own.has(combination)),
  )
}

/**
 * The action for a key in a place: what has the key only for the moment, then the place's own, then those
 * that work everywhere.
 */
export function actionFor(
  combinations: readonly string[],
  route: string,
  actions: readonly Action[],
  bindings: Bindings,
): Action | null {
  for (const combination of combinations) {
    const fitting = actions.filter(
      (action) =>
        (action.route === null || action.route === route) &&
        (action.isEnabled?.() ?? true) &&
        bindings.get(action.id)?.includes(combination),
    )
    const conditional = fitting.find((action) => action.isEnabled !== undefined)
    const match = conditional ?? fitting.find((action) => action.route === route) ?? fitting[0]
    if (match !== undefined) {
      return match
    }
  }
  return null
}

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
