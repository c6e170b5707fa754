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

const SPELLED: Record<string, string> = { ' ': 'Space', '+': 'Plus' }
const MODIFIER_KEYS = new Set(['Control', 'Shift', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Dead', 'Process'])

/**
 * What was pressed, first by the character it gives, then by the key's place on the board, so that digits
 * work on a French layout and letters on a Cyrillic one. Empty for a modifier alone.
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
