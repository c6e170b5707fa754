import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { EngineBeat } from './engine-beat'

let silences: number[]
let questions: number

beforeEach(() => {
  vi.useFakeTimers()
  silences = []
  questions = 0
})
afterEach(() => void vi.useRealTimers())

/** @param answers false for an engine that says nothing */
function beat(answers: () => boolean, milliseconds?: number): EngineBeat {
  const ask = (): Promise<unknown> => {
    questions += 1
    return answers() ? Promise.resolve() : new Promise(() => undefined)
  }
  return new EngineBeat(ask, (seconds) => silences.push(seconds), milliseconds)
}

test('an engine that never answers at its start has two minutes, and is told of once', async () => {
  const one = beat(() => false)
  // it is behind with the first question, and gets no other one
  await vi.advanceTimersByTimeAsync(119_999)
  expect([silences, questions]).toEqual([[], 1])
  await vi.advanceTimersByTimeAsync(1)
  expect(silences).toEqual([120])
  await vi.advanceTimersByTimeAsync(600_000)
  expect(silences).toEqual([120])
  one.end()
})

test('an engine that serves has half a minute, from its last answer on', async () => {
  let isAnswering = true
  const one = beat(() => isAnswering)
  await vi.advanceTimersByTimeAsync(100_000)
  one.serves()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(silences).toEqual([])
  isAnswering = false
  // the next question is the first without an answer
  await vi.advanceTimersByTimeAsync(29_999)
  expect(silences).toEqual([])
  await vi.advanceTimersByTimeAsync(5001)
  expect(silences).toEqual([30])
  one.end()
})

test('an engine that serves, or has ended, is not counted as one that starts', async () => {
  const serving = beat(() => true)
  serving.serves()
  const ended = beat(() => false)
  ended.end()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(silences).toEqual([])
  serving.end()
})
