import { describe, expect, test } from 'vitest'
import { englishOf } from '../../messages/message'
import { intersectRle, rleArea } from '../../mask/rle'
import { chosenFor, idsFor, madeCandidate, named } from './testing'
import type { LocatedAnswer } from './located-answer'
import { locatedAnswer } from './located-answer'

const LEFT = { x: 10, y: 40, width: 20, height: 20 }
const RIGHT = { x: 170, y: 40, width: 20, height: 20 }
const TOP_LEFT = { x: 5, y: 5, width: 20, height: 20 }
const MIDDLE = { x: 90, y: 40, width: 20, height: 20 }

const gone = { kind: 'vanished' } as const
const dog = madeCandidate('dog', LEFT, named('dog'))
const car = madeCandidate('car', RIGHT, named('car'))
const bare = madeCandidate('bare', MIDDLE)

describe('what a caption tells of is found', () => {
  test('by the kind of the thing, whatever the place', () => {
    expect(idsFor('a dog appeared', [car, dog, bare])).toEqual([['dog']])
    expect(idsFor('a van appeared', [car, dog, bare])).toEqual([['car']])
    expect(idsFor('an animal appeared', [car, dog, bare])).toEqual([['dog']])
  })

  test('by the place alone, where the kind is not known', () => {
    const places = [
      madeCandidate('left', LEFT),
      madeCandidate('right', RIGHT),
      madeCandidate('top', TOP_LEFT),
    ]
    expect(idsFor('a windmill appeared on the right', places)).toEqual([['right']])
    expect(idsFor('a windmill appeared at the top left', places)).toEqual([['top']])
    expect(idsFor('a car appeared on the left and a bus on the right', places)).toEqual([['left'], ['right']])
  })

  test('by what happened', () => {
    const two = [madeCandidate('came', LEFT), madeCandidate('went', RIGHT, gone)]
    expect(idsFor('something is gone', two)).toEqual([['went']])
    expect(idsFor('something appeared', two)).toEqual([['came']])
    const painted = madeCandidate('painted', MIDDLE, { kind: 'changed colour' })
    expect(idsFor('something changed colour', [...two, painted])).toEqual([['painted']])
    const moved = madeCandidate('moved', MIDDLE, { kind: 'moved' })
    expect(idsFor('something moved', [...two, moved])).toEqual([['moved']])
    const replaced = madeCandidate('replaced', MIDDLE, { kind: 'replaced', ...named('bus') })
    expect(idsFor('a car was replaced by a bus', [...two, replaced])).toEqual([['replaced']])
  })

  test('by colours, before and after', () => {
    const red = madeCandidate('red', LEFT, { after: new Map([['red', 0.6]]) })
    const blue = madeCandidate('blue', RIGHT, { after: new Map([['dark blue', 0.6]]) })
    expect(idsFor('a blue thing appeared', [red, blue])).toEqual([['blue']])
    const turned = (id: string, before: string, after: string, box = LEFT) =>
      madeCandidate(id, box, {
        kind: 'changed',
        before: new Map([[before, 1]]),
        after: new Map([[after, 1]]),
      })
    const both = [turned('to white', 'grey', 'white'), turned('to grey', 'white', 'grey', RIGHT)]
    expect(idsFor('an area turned from white to grey', both)).toEqual([['to grey']])
  })

  test('by size, by light and by the thing beside it', () => {
    const small = madeCandidate('small', { ...LEFT, width: 6, height: 6 })
    const large = madeCandidate('large', { ...RIGHT, x: 140, width: 50, height: 50 })
    expect(idsFor('a small car appeared', [small, large])).toEqual([['small']])
    expect(idsFor('a large car appeared', [small, large])).toEqual([['large']])
    const [lit, dim] = [madeCandidate('lit', LEFT), madeCandidate('dim', RIGHT)].map((one, at) => ({
      ...one,
      kind: 'changed' as const,
      change: { ...one.change, after: at === 0 ? ([220, 220, 220] as const) : ([40, 40, 40] as const) },
    }))
    expect(idsFor('an area became darker', [lit, dim])).toEqual([['dim']])
    const van = { name: 'truck', colour: 'white', box: { x: 140, y: 40, width: 28, height: 20 } }
    const around = { landmarks: [van] }
    const two = [madeCandidate('left', LEFT), madeCandidate('right', RIGHT)]
    expect(idsFor('a car appeared next to the white van', two, around)).toEqual([['right']])
  })

  test('two where two are told of, and several where their number is not', () => {
    const people = [LEFT, MIDDLE, RIGHT].map((box, at) => madeCandidate(`p${at}`, box, named('person')))
    expect(idsFor('two people appeared', people)[0]).toHaveLength(2)
    expect(idsFor('two people appeared', [people[0], dog])).toEqual([['p0']])
    expect(idsFor('people appeared', [...people, car])[0].toSorted()).toEqual(['p0', 'p1', 'p2'])
  })

  test('one region for each thing, and for two only where nothing else fits', () => {
    const people = [
      madeCandidate('left', LEFT, named('person')),
      madeCandidate('right', RIGHT, named('person')),
    ]
    expect(idsFor('a person appeared and another person appeared on the left', people)).toEqual([
      ['right'],
      ['left'],
    ])
    const both = madeCandidate('both', LEFT, { names: new Map([['person', 0.9], ['dog', 0.8]]), isNamed: true }) // prettier-ignore
    expect(idsFor('a person and a dog appeared', [both])).toEqual([['both'], ['both']])
  })
})

describe('what is not there is not found', () => {
  test('another kind, another place, or the opposite', () => {
    expect(idsFor('a dog appeared', [madeCandidate('cat', LEFT, named('cat'))])).toEqual([[]])
    expect(idsFor('a dog appeared on the right', [dog])).toEqual([[]])
    expect(idsFor('the dog is gone', [bare])).toEqual([[]])
    expect(idsFor('the dog is gone', [])).toEqual([[]])
  })

  test('one thing that moved is no answer for what came', () => {
    const moved = madeCandidate('moved', LEFT, { kind: 'moved', pieces: ['a', 'b'], ...named('dog') })
    expect(idsFor('a dog appeared', [moved])).toEqual([[]])
    expect(idsFor('a dog moved', [moved])).toEqual([['moved']])
  })
})

const answerTo = (caption: string): LocatedAnswer =>
  locatedAnswer(chosenFor(caption, [dog, car]), caption, {})

describe('the answer', () => {
  test('has links from the words, and says what was not found', () => {
    const caption = 'A dog appeared on the left, and the bicycle is gone.'
    const { regions, links, remarks } = answerTo(caption)
    expect(regions.map(({ category }) => category)).toEqual(['dog'])
    expect(links.map(({ start, end, regionId }) => [caption.slice(start, end), regionId])).toEqual([
      ['A dog', regions[0].id],
    ])
    expect(remarks.map(englishOf)).toEqual(['Nothing that fits “the bicycle” was found.'])
  })

  test('says how many of several were found, and that no word is known', () => {
    expect(answerTo('three dogs appeared').remarks.map(englishOf)).toEqual(['“three dogs”: 1 of 3 found.'])
    expect(answerTo('xyzzy').remarks.map(englishOf)[0]).toMatch(/^No word of the caption is known/)
    expect(answerTo('xyzzy').regions).toEqual([])
  })

  test('a part of a region that is another thing is taken from it', () => {
    const whole = madeCandidate('whole', { x: 10, y: 10, width: 80, height: 60 }, named('car'))
    const part = madeCandidate('part', { x: 10, y: 10, width: 20, height: 20 }, named('dog'))
    const caption = 'a car appeared and a dog appeared'
    const [first, second] = chosenFor(caption, [whole])
    const choices = [first, { ...second, found: [part] }]
    const { regions } = locatedAnswer(choices, caption, {})
    expect(rleArea(intersectRle(regions[0].mask, regions[1].mask))).toBe(0)
    expect(rleArea(regions[0].mask)).toBe(80 * 60 - 400)
  })
})
