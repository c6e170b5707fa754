import { expect, test } from 'vitest'
import type { BatchPredictor } from '../../models/model-proposer'
import { Meteor } from '../../metrics/meteor/meteor'
import { scoreTests } from './train-and-score'

/** A predictor that fails at one of its calls, and whether it was released. */
function failingAt(call: number): { system: BatchPredictor; isReleased: () => boolean } {
  let [calls, isReleased] = [0, false]
  const system: BatchPredictor = {
    predict: () => (++calls === call ? Promise.reject(new Error('no memory')) : Promise.resolve([])),
    release: async () => void (isReleased = true),
  }
  return { system, isReleased: () => isReleased }
}

const meteor = new Meteor({ functionWords: new Set(), nonbreakingPrefixes: new Map() }, ['exact'])

test('a predictor is released after its scores, and after a failure', async () => {
  const failing = failingAt(1)
  await expect(scoreTests(failing.system, [], meteor)).rejects.toThrow('no memory')
  expect(failing.isReleased()).toBe(true)
  const whole = failingAt(0)
  expect(await scoreTests(whole.system, [], meteor)).toEqual([])
  expect(whole.isReleased()).toBe(true)
})
