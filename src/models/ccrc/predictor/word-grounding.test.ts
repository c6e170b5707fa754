import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePair } from '../../../synth/make'
import { wholeOf } from '../../../mask/rect'
import type { CropView } from '../../../views/crop-view'
import { captionMaskScore } from './caption-mask-score'
import { CcrcModel } from './model'
import type { SceneEncoding } from './model'
import { detectRegions } from './detect-regions'
import type { CcrcRegion } from './ccrc-region'
import { wordGrounding } from './word-grounding'
import { englishOf } from '../../../messages/message'

const shipped = join(import.meta.dirname, '..', '..', '..', '..', 'models', 'ccrc-base')
const order = { world: 'blocks', profile: 'single', seed: 2, width: 128, height: 128, inTurn: false } as const
const { before, after, captions } = makePair(order, 3)

let model: CcrcModel
let view: CropView<SceneEncoding>
let regions: CcrcRegion[]
beforeAll(async () => {
  model = await CcrcModel.open(shipped, { provider: 'cpu', threads: 2 })
  const [encoding] = await model.encode([{ before: before.data, after: after.data }])
  const whole = wholeOf(before)
  view = { before: whole, after: whole, encoding, alignment: null }
  regions = await detectRegions(model, encoding, { isChanged: true })
})
afterAll(() => model.release())

/** The first caption that names a colour, with that colour and with another. */
function named(): { right: string; wrong: string; color: string; other: string } {
  const pattern = /\b(gray|red|blue|green|brown|purple|cyan|yellow)\b/
  for (const { text } of captions) {
    const color = pattern.exec(text)?.[0]
    if (color === undefined) {
      continue
    }
    const other = color === 'red' ? 'green' : 'red'
    return { right: text, wrong: text.replace(color, other), color, other }
  }
  throw new Error('no caption names a colour')
}

test('a true caption fits, with a capital and a full stop too', async () => {
  const { right } = named()
  expect((await wordGrounding(model, view.encoding, regions, right))?.score).toBeGreaterThan(0.5)
  const sentence = `${right.slice(0, 1).toUpperCase()}${right.slice(1)}.`
  expect((await wordGrounding(model, view.encoding, regions, sentence))?.score).toBeGreaterThan(0.5)
})

test('a word that does not fit the mask is named with the word that the model expects', async () => {
  const { wrong, color, other } = named()
  const fit = await wordGrounding(model, view.encoding, regions, wrong)
  expect(fit).toMatchObject({ word: other, expected: color })
  const { score, remark } = await captionMaskScore(model, view, regions, wrong)
  expect(score).toBe(fit?.score)
  expect(score).toBeLessThan(0.35)
  expect(englishOf(remark ?? '')).toBe(
    `“${other}” in the caption does not fit what is marked: the model expects “${color}”.`,
  )
})

test('rare words, and those after them, are not scored', async () => {
  expect(
    await wordGrounding(model, view.encoding, regions, 'a zebra has appeared on the pavement'),
  ).toBeNull()
})

test('nothing is scored without a region, nor with more regions than the context holds', async () => {
  expect(await wordGrounding(model, view.encoding, [], 'the red cube is gone')).toBeNull()
  const five = Array.from({ length: 5 }, () => regions[0])
  expect(await wordGrounding(model, view.encoding, five, 'the red cube is gone')).toBeNull()
})
