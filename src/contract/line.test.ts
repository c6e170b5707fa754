import { expect, test } from 'vitest'
import { LineWatch, bytesOfBeat, isLarge, beatOf } from './line'

/** How many turns of silence it takes. */
function turnsUntilSilent(watch: LineWatch): number {
  let turns = 1
  while (!watch.turn()) {
    turns += 1
  }
  return turns
}

test('three turns without a beat are too many, and a beat begins them anew', () => {
  const watch = new LineWatch()
  expect([watch.turn(), watch.turn()]).toEqual([false, false])
  watch.heard()
  expect(turnsUntilSilent(watch)).toBe(3)
})

test('what is on the way gets the time that a slow line takes for it', () => {
  const watch = new LineWatch()
  watch.bytesAhead = 3_200_000
  expect(turnsUntilSilent(watch)).toBe(13)
  watch.heard()
  watch.bytesAhead = 0
  expect(turnsUntilSilent(watch)).toBe(3)
})

test('a beat says how large the message after it is, and no other message is one', () => {
  expect(bytesOfBeat(structuredClone(beatOf(40_000)))).toBe(40_000)
  expect(bytesOfBeat(beatOf(0))).toBe(0)
  for (const message of [null, 'line.beat', { kind: 'result', id: 1, value: null }, [beatOf(0)]]) {
    expect(bytesOfBeat(message)).toBeNull()
  }
  expect([isLarge(1000), isLarge(40_000)]).toEqual([false, true])
})
