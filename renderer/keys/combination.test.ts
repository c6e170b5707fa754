import { describe, expect, it } from 'vitest'
import { combinationsOf, keyCaps, spellKeys, splitCombinations } from './combination'
import type { KeyPress } from './combination'

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
