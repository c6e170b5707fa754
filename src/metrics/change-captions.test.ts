import { expect, test } from 'vitest'
import { planBlocks } from '../synth/blocks/plan'
import { BLOCKS_PROFILES } from '../synth/blocks/profiles'
import { calibration } from './calibration'
import { changeDetection, changeType, changeTypeAccuracy, LEVIR_NO_CHANGE_SENTENCES } from './change-captions'
import type { ChangeType } from './change-captions'
import { statesNoChange } from './no-change'

test('every LEVIR-CC sentence for no change is recognised by its words too', () => {
  expect([...LEVIR_NO_CHANGE_SENTENCES].filter((sentence) => !statesNoChange(sentence))).toEqual([])
})

test.each([
  ['No change was made', 'no change'],
  ['there are no noticeable differences between the two images', 'no change'],
  ['the pictures are identical', 'no change'],
  ['the scene remains the same', 'no change'],
  ['the green cylinder has moved', 'move'],
  ['the ball changed its location', 'move'],
  ['the small metal cube is missing', 'drop'],
  ['there is no longer a red block', 'drop'],
  ['a shiny ball has been newly placed', 'add'],
  ['the tiny cyan thing became red', 'color'],
  ['the rubber cube changed to red', 'color'],
  ['the cyan ball is now purple', 'color'],
  ['someone painted the shiny cube blue', 'color'],
  ['the red ball is now shiny', 'material'],
  ['the metal cube is now left of the red ball', 'move'],
  ['there is now a red cube behind the rubber ball', 'add'],
  ['someone put a red cube behind the rubber ball', 'add'],
  ['someone took the red rubber ball away', 'drop'],
  ['the big block turned metallic', 'material'],
  ['the rubber ball changed to metal', 'material'],
  ['the people are not in the same place', 'move'],
  ['The red car is gone; nothing else changed.', 'drop'],
  ['A car was added, no other changes', 'add'],
  ['A car was added without any further visible change', 'add'],
  ['The red car is gone; everything else is unchanged', 'drop'],
  ['A car was added, the rest looks the same as before', 'add'],
  ['nothing in the other has changed', 'no change'],
  ['Unchanged.', 'no change'],
  ['Identical.', 'no change'],
  ['Same as before.', 'no change'],
  ['The images are the same.', 'no change'],
  ['No defect.', 'no change'],
  ['No visible defects found.', 'no change'],
  ['No new lesion.', 'no change'],
  ['No new lesion, but the scar grew', 'add'],
  ['No new lesion but the scar has moved', 'move'],
  ['No defect. The red capacitor is gone.', 'drop'],
  ['Same as before, a car was added', 'add'],
  ['A car was added and the trees are the same.', 'add'],
  ['the defect is no longer visible', 'drop'],
  ['no other defect', undefined],
  ['a dog', undefined],
])('%s: %s', (caption, type) => {
  expect(changeType(caption)).toBe(type)
})

test('captions of made pairs with one change are of their true type', () => {
  const truth: ChangeType[] = []
  const captions: string[] = []
  for (let seed = 0; seed < 150; seed++) {
    const plan = planBlocks(seed, {
      ...BLOCKS_PROFILES['clevr-change'],
      weights: { color: 1, material: 1, add: 1, drop: 1, move: 1 },
    })
    for (const { text } of plan.captions) {
      truth.push(plan.changes[0].type as ChangeType)
      captions.push(text)
    }
  }
  const { byType } = changeTypeAccuracy(truth, captions)
  expect([...byType.keys()].sort()).toEqual(['add', 'color', 'drop', 'material', 'move'])
  for (const { accuracy } of byType.values()) {
    expect(accuracy).toBeGreaterThan(0.97)
  }
})

test('accuracy is taken apart for changed and unchanged items', () => {
  expect(changeDetection([true, true, true, false], [true, false, true, true])).toEqual({
    changed: 3,
    unchanged: 1,
    changeAccuracy: 2 / 3,
    noChangeAccuracy: 0,
    accuracy: 2 / 4,
  })
})

test('a caption of no known type is wrong, an item of no known type is left out', () => {
  const { items, accuracy, byType } = changeTypeAccuracy(
    ['move', 'move', 'add', undefined],
    ['it moved', 'a dog', 'a new road', 'it is gone'],
  )
  expect({ items, accuracy }).toEqual({ items: 3, accuracy: 2 / 3 })
  expect(byType.get('move')).toEqual({ items: 2, accuracy: 1 / 2 })
})

test('confidence that comes true as often as it says has no calibration error', () => {
  const confidences = [0.25, 0.25, 0.25, 0.25, 0.75, 0.75, 0.75, 0.75]
  const outcomes = [true, false, false, false, true, true, true, false]
  const { expectedError, maximumError, brierScore } = calibration(confidences, outcomes)
  expect(expectedError).toBeCloseTo(0, 12)
  expect(maximumError).toBeCloseTo(0, 12)
  expect(brierScore).toBeCloseTo(3 / 16, 12)
})

test('overconfidence is the gap, weighted by count', () => {
  const { expectedError, maximumError, bins } = calibration([1, 1, 0.05, 0.05], [true, false, false, false])
  expect(expectedError).toBeCloseTo((0.5 * 2 + 0.05 * 2) / 4, 12)
  expect(maximumError).toBeCloseTo(0.5, 12)
  expect(bins[9]).toMatchObject({ count: 2, meanConfidence: 1, accuracy: 0.5 })
})

test('confidences outside 0 to 1 and unequal lists are refused', () => {
  expect(() => calibration([1.2], [true])).toThrow('Confidence 1.2 of item 0')
  expect(() => calibration([Number.NaN], [true])).toThrow('Confidence NaN')
  expect(() => calibration([0.5], [])).toThrow('1 confidences and 0 outcomes')
})
