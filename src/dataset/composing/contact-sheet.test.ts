import { expect, test } from 'vitest'
import { renderComposed } from '../../synth/photographs/pair'
import { madeLibrary, madePlacement, madePlan } from '../../synth/photographs/testing'
import { contactSheet, shownPair } from './contact-sheet'

const library = madeLibrary()

test('pictures of a sheet have 256 pixels at most, and small ones are whole', () => {
  const appear = { kind: 'appear', placement: madePlacement({ x: 300, y: 150, side: 200 }) } as const
  const large = shownPair(renderComposed(madePlan([appear], {}, { width: 600, height: 300 }), library))
  for (const { width, height } of [large.before, large.after, large.mask]) {
    expect([width, height]).toEqual([200, 100])
  }
  const middle = 3 * (50 * 200 + 100)
  expect([large.mask.data[middle], large.mask.data[0]]).toEqual([255, 0])
  expect(large.after.data[middle]).toBeGreaterThan(large.before.data[middle] + 60)
  const pair = renderComposed(madePlan([]), library)
  expect(shownPair(pair).after).toEqual(pair.after)
})

test('a sheet has two pairs across, and tells them by their numbers', () => {
  const pair = shownPair(renderComposed(madePlan([]), library))
  const { image, text } = contactSheet([pair, pair, pair])
  expect([image.width, image.height]).toEqual([6 * 100 + 4, 2 * 100 + 4])
  expect(text).toBe([0, 1, 2].map((at) => `${at} none\n  No change was found.\n`).join(''))
  expect(image.data.subarray(3 * (4 * image.width + 4)).slice(0, 3)).toEqual(pair.before.data.slice(0, 3))
})
