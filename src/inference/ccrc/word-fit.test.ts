import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePair } from '../../synth/make'
import { wholeOf, type Look } from '../closer/look'
import { agreementIn } from './agreement'
import { CcrcModel, type Seen } from './model'
import { findRegions, type FoundRegion } from './regions'
import { wordFit } from './word-fit'

const shipped = join(import.meta.dirname, '..', '..', '..', 'models', 'ccrc-base')
const order = { world: 'blocks', profile: 'single', seed: 2, width: 128, height: 128, inTurn: false } as const
const { before, after, captions } = makePair(order, 3)

let model: CcrcModel
let look: Look<Seen>
let found: FoundRegion[]
beforeAll(async () => {
  model = await CcrcModel.open(shipped, { provider: 'cpu', threads: 2 })
  const [seen] = await model.see([{ before: before.data, after: after.data }])
  const whole = wholeOf(before)
  look = { before: whole, after: whole, seen, alignment: null }
  found = await findRegions(model, seen, { isChanged: true })
})
afterAll(() => model.release())

/** The first caption that names a colour, with that colour and with another. */
function named(): { right: string; wrong: string; color: string; other: string } {
  const pattern = /\b(gray|red|blue|green|brown|purple|cyan|yellow)\b/
  for (const { text } of captions) {
    const color = pattern.exec(text)?.[0]
    if (color === undefined) continue
    const other = color === 'red' ? 'green' : 'red'
    return { right: text, wrong: text.replace(color, other), color, other }
  }
  throw new Error('no caption names a colour')
}

test('a true caption fits, with a capital and a full stop too', async () => {
  const { right } = named()
  expect((await wordFit(model, look.seen, found, right))?.score).toBeGreaterThan(0.5)
  const sentence = `${right.slice(0, 1).toUpperCase()}${right.slice(1)}.`
  expect((await wordFit(model, look.seen, found, sentence))?.score).toBeGreaterThan(0.5)
})

test('a word that does not fit what is marked is named with what the model would say', async () => {
  const { wrong, color, other } = named()
  const fit = await wordFit(model, look.seen, found, wrong)
  expect(fit).toMatchObject({ word: other, expected: color })
  const { score, remark } = await agreementIn(model, look, found, wrong)
  expect(score).toBe(fit?.score)
  expect(score).toBeLessThan(0.35)
  expect(remark).toBe(
    `“${other}” in the caption does not fit what is marked: the model would say “${color}”.`,
  )
})

test('words that the model hardly knows, and what comes after them, are not judged', async () => {
  expect(await wordFit(model, look.seen, found, 'a zebra has appeared on the pavement')).toBeNull()
})

test('nothing is judged without a region, nor of more than the model can be told of', async () => {
  expect(await wordFit(model, look.seen, [], 'the red cube is gone')).toBeNull()
  const five = Array.from({ length: 5 }, () => found[0])
  expect(await wordFit(model, look.seen, five, 'the red cube is gone')).toBeNull()
})
