import { expect, test } from 'vitest'
import type { Caller } from '../contract/person'
import { eventFor } from './blind-reviews'
import type { EngineState } from './engine-state'

const ann: Caller = { name: 'Ann', role: 'reviewer' }
const ben: Caller = { name: 'Ben', role: 'reviewer' }
const olga: Caller = { name: 'Olga', role: 'owner' }

/** Who of these is told of a piece of an answer that this person asked for. */
function toldOf(asker: string | null): Caller[] {
  // no folder is open
  const state = { session: null } as EngineState
  const payload = { text: 'a house', asker }
  return [ann, ben, olga, null].filter(
    (caller) => eventFor(state, 'connector.text', payload, caller) !== undefined,
  )
}

test('an answer that is being written is told to nobody but who asked', () => {
  expect(toldOf('Ann')).toEqual([ann])
  expect(toldOf('Olga')).toEqual([olga])
  expect(toldOf(null)).toEqual([null])
})
