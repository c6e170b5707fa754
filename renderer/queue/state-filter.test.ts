import { expect, it, vi } from 'vitest'
import { reviewStates } from '../../src/domain/pair'

vi.stubGlobal('window', {})

const { chosenStates } = await import('./Filters')

it('shows one state alone after a click, and all again after another on the same', () => {
  expect(chosenStates(null, 'flagged', false)).toEqual(['flagged'])
  expect(chosenStates(['accepted', 'rejected'], 'flagged', false)).toEqual(['flagged'])
  expect(chosenStates(['flagged'], 'flagged', false)).toBeNull()
})

it('adds and takes states with a modifier key', () => {
  expect(chosenStates(['flagged'], 'accepted', true)).toEqual(['accepted', 'flagged'])
  expect(chosenStates(['accepted', 'flagged'], 'accepted', true)).toEqual(['flagged'])
})

it('is no filter where all or none are left', () => {
  expect(chosenStates(['flagged'], 'flagged', true)).toBeNull()
  expect(chosenStates(reviewStates.slice(1), reviewStates[0], true)).toBeNull()
})
