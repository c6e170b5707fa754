import { text } from '../text/chosen'
import type { Route } from '../state/route'

/**
 * One key with its modifiers, written `Ctrl+Shift+Z`, `A`, `ArrowRight`, `?`, `Space`, `Plus`. Shift is
 * written only with letters and named keys: for `?` it is already in the character. Several combinations
 * for one action are separated by spaces. On a Mac, Command counts as Ctrl.
 */
export interface KeyPress {
  key: string
  code: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
  isAltGraph: boolean
}

/** The key of a keyboard event, with its modifiers. */
export function keyPressOf(event: KeyboardEvent): KeyPress {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event
  return { key, code, ctrlKey, metaKey, altKey, shiftKey, isAltGraph: event.getModifierState('AltGraph') }
}

const SPELLED: Record<string, string> = { ' ': 'Space', '+': 'Plus' }
const MODIFIER_KEYS = new Set(['Control', 'Shift', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Dead', 'Process'])

/**
 * Names of the pressed combination: first by its character, then by the key's place on the board, so that digits work
 * on a French layout and letters on a Cyrillic one. Empty for a modifier alone.
 */
export function combinationsOf(press: KeyPress): string[] {
  if (MODIFIER_KEYS.has(press.key)) {
    return []
  }
  const names = [nameOf(press.key)]
  const physical = /^(?:Key([A-Z])|Digit(\d))$/.exec(press.code)
  const placed = physical?.[1] ?? physical?.[2]
  if (placed !== undefined && placed !== names[0] && !(placed >= 'A' && isLatinLetter(names[0]))) {
    names.push(placed)
  }
  return names.map((name) => withModifiers(press, name))
}

function nameOf(key: string): string {
  return SPELLED[key] ?? (key.length === 1 ? key.toUpperCase() : key)
}

function isLatinLetter(name: string): boolean {
  return /^[A-Z]$/.test(name)
}

function withModifiers(press: KeyPress, name: string): string {
  const { key } = press
  const isSymbol = key.length === 1 && key !== ' ' && key.toLowerCase() === key.toUpperCase()
  const parts = [
    !press.isAltGraph && (press.ctrlKey || press.metaKey) ? 'Ctrl' : null,
    !press.isAltGraph && press.altKey ? 'Alt' : null,
    press.shiftKey && !isSymbol ? 'Shift' : null,
    name,
  ]
  return parts.filter((part) => part !== null).join('+')
}

export function splitCombinations(keys: string): string[] {
  return keys.split(' ').filter((combination) => combination !== '')
}

const GLYPHS: Record<string, string> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
  Delete: 'Del',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
  Plus: '+',
}

export const isMac = typeof navigator === 'object' && /mac/i.test(navigator.userAgent)

/** The parts to print on key caps: `['Ctrl', 'Z']`. */
export function keyCaps(combination: string, isMac: boolean): string[] {
  return combination.split('+').map((part) => {
    if (isMac && part === 'Ctrl') {
      return '⌘'
    }
    return GLYPHS[part] ?? part
  })
}

/** For tooltips: `Enter or A`. */
export function spellKeys(keys: string, isMac: boolean): string {
  return splitCombinations(keys)
    .map((combination) => keyCaps(combination, isMac).join('+'))
    .join(' / ')
}

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
 * The action for a key in a place. First come actions that have the key only for the moment, then those of the place,
 * then those that work everywhere.
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

/** An action in a table of actions. Its other properties follow from its group. */
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
