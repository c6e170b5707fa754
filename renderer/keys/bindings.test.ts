import { describe, expect, it, vi } from 'vitest'
import type { Action, KeyPress } from './bindings'
import {
  actionFor,
  bindingsOf,
  conflictsOf,
  combinationsOf,
  keyCaps,
  spellKeys,
  splitCombinations,
} from './bindings'

function action(id: string, defaultKey: string, route: Action['route'] = null): Action {
  return {
    id,
    label: id,
    group: 'everywhere',
    defaultKey,
    route,
    repeats: false,
    whileTyping: false,
    run: () => undefined,
  }
}

const actions = [
  action('everywhere', 'F1'),
  action('accept', 'Enter A', 'review'),
  action('open', 'Enter', 'queue'),
  action('review-help', 'F1', 'review'),
]

describe('which action a key does', () => {
  it('depends on the place', () => {
    const bindings = bindingsOf(actions, {})
    expect(actionFor(['Enter'], 'review', actions, bindings)?.id).toBe('accept')
    expect(actionFor(['Enter'], 'queue', actions, bindings)?.id).toBe('open')
    expect(actionFor(['Enter'], 'settings', actions, bindings)).toBeNull()
  })

  it('prefers the place’s own action', () => {
    const bindings = bindingsOf(actions, {})
    expect(actionFor(['F1'], 'review', actions, bindings)?.id).toBe('review-help')
    expect(actionFor(['F1'], 'queue', actions, bindings)?.id).toBe('everywhere')
  })

  it('follows the person’s choice, even for no key at all', () => {
    const bindings = bindingsOf(actions, { accept: 'Space', open: '' })
    expect(actionFor(['Space'], 'review', actions, bindings)?.id).toBe('accept')
    expect(actionFor(['Enter'], 'review', actions, bindings)).toBeNull()
    expect(actionFor(['Enter'], 'queue', actions, bindings)).toBeNull()
  })
})

describe('a gesture under way', () => {
  let isBusy = false
  const gesture: Action = {
    ...action('close-polygon', 'Enter', 'review'),
    isEnabled: () => isBusy,
  }
  const all = [...actions, gesture]
  const bindings = bindingsOf(all, {})

  it('has its keys first, and leaves them to others at any other time', () => {
    isBusy = true
    expect(actionFor(['Enter'], 'review', all, bindings)?.id).toBe('close-polygon')
    isBusy = false
    expect(actionFor(['Enter'], 'review', all, bindings)?.id).toBe('accept')
  })

  it('conflicts with nothing', () => {
    expect(conflictsOf(actions[1], all, bindings)).toEqual([])
  })
})

describe('conflicts', () => {
  it('are between actions that can meet', () => {
    const bindings = bindingsOf(actions, {})
    expect(conflictsOf(actions[1], actions, bindings)).toEqual([])
    expect(conflictsOf(actions[0], actions, bindings).map(({ id }) => id)).toEqual(['review-help'])
  })
})

describe('the keys that everything has at first', () => {
  it('are one action’s each in every place', async () => {
    vi.stubGlobal('window', {})
    vi.stubGlobal('navigator', { userAgent: 'test' })
    const { actions: all } = await import('./actions')
    const bindings = bindingsOf(all, {})
    const conflicts = all.flatMap((one) => conflictsOf(one, all, bindings).map(({ id }) => [one.id, id]))
    expect(conflicts).toEqual([])
  })
})

function press(key: string, code: string, modifiers: Partial<KeyPress> = {}): KeyPress {
  return {
    key,
    code,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    isAltGraph: false,
    ...modifiers,
  }
}

describe('what a key press is called', () => {
  it('writes letters large whatever Shift and Caps Lock do', () => {
    expect(combinationsOf(press('a', 'KeyA'))).toEqual(['A'])
    expect(combinationsOf(press('A', 'KeyA', { shiftKey: true }))).toEqual(['Shift+A'])
  })

  it('puts modifiers in one order and takes Command for Ctrl', () => {
    expect(combinationsOf(press('z', 'KeyZ', { ctrlKey: true, shiftKey: true }))).toEqual(['Ctrl+Shift+Z'])
    expect(combinationsOf(press('z', 'KeyZ', { metaKey: true }))).toEqual(['Ctrl+Z'])
  })

  it('leaves Shift out where the character already holds it', () => {
    expect(combinationsOf(press('?', 'Slash', { shiftKey: true }))).toEqual(['?'])
  })

  it('keeps Shift with named keys', () => {
    expect(combinationsOf(press('Tab', 'Tab', { shiftKey: true }))).toEqual(['Shift+Tab'])
    expect(combinationsOf(press(' ', 'Space'))).toEqual(['Space'])
    expect(combinationsOf(press('+', 'Equal', { shiftKey: true }))).toEqual(['Plus'])
  })

  it('finds digits on a French layout and letters on a Cyrillic one by their place', () => {
    expect(combinationsOf(press('&', 'Digit1'))).toEqual(['&', '1'])
    expect(combinationsOf(press('ф', 'KeyA'))).toEqual(['Ф', 'A'])
  })

  it('does not take the place of a letter where the layout gives another Latin letter', () => {
    expect(combinationsOf(press('a', 'KeyQ'))).toEqual(['A'])
  })

  it('takes AltGr as part of the character', () => {
    const brackets = press('[', 'Digit8', { ctrlKey: true, altKey: true, isAltGraph: true })
    expect(combinationsOf(brackets)[0]).toBe('[')
  })

  it('is silent for a modifier alone', () => {
    expect(combinationsOf(press('Shift', 'ShiftLeft', { shiftKey: true }))).toEqual([])
  })
})

describe('how keys are shown', () => {
  it('prints caps and joins alternatives', () => {
    expect(keyCaps('Ctrl+Shift+Z', false)).toEqual(['Ctrl', 'Shift', 'Z'])
    expect(keyCaps('Ctrl+Z', true)).toEqual(['⌘', 'Z'])
    expect(spellKeys('S ArrowRight', false)).toBe('S / →')
    expect(splitCombinations('')).toEqual([])
  })
})
