import { expect, test } from 'vitest'
import { shownText } from './drafts'

test('a blank that is being typed stays when the text before it is stored', () => {
  expect(shownText({ typed: 'a tree ', isStored: false }, 'a')).toBe('a tree ')
  expect(shownText({ typed: 'a tree ', isStored: true }, 'a tree')).toBe('a tree ')
})

test('what takes the place of what was typed is shown', () => {
  expect(shownText({ typed: 'a tree ', isStored: true }, 'a tree has appeared')).toBe('a tree has appeared')
  expect(shownText(null, 'a tree')).toBe('a tree')
})
