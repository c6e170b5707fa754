import { expect, test } from 'vitest'
import type { NamedMasks } from '../domain/document'
import { encodeRle } from '../mask/rle'
import { changeFacts } from './change-facts'
import type { DescribedRegion } from './change-facts'
import type { RegionChange, NameClaim } from './claim'
import { describeChanges } from './captions/describe-changes'

const data = new Uint8Array(10_000)
data.fill(1, 4000, 6000)
const mask = encodeRle({ width: 100, height: 100, data })
const region = (category: string): NamedMasks => ({ id: 'a', category, mask, beforeMask: null })
const change: RegionChange = {
  kind: 'appeared',
  before: [90, 90, 90],
  after: [200, 20, 20],
  x: 0.5,
  y: 0.5,
  share: 0.2,
}
const claim = (name: string, x: number, width = 10): NameClaim => ({
  name,
  score: 0.8,
  frame: 'after',
  box: { x, y: 40, width, height: 20 },
  kind: 'appeared',
  why: '',
})
const named = (first: NameClaim, ...beside: NameClaim[]): DescribedRegion['named'] => ({
  regions: [0],
  origin: null,
  claim: first,
  beside,
  others: [],
})
const full = (one: DescribedRegion, still: Parameters<typeof changeFacts>[1] = [], words = {}): string =>
  describeChanges(changeFacts([one], still, words))[0].text

test('what was measured is told where nothing is named', () => {
  expect(full({ region: region('change'), change, named: null })).toBe('A red object appeared in the centre.')
  expect(full({ region: region('change'), change: { ...change, kind: 'changed' }, named: null })).toBe(
    'An area in the centre turned from grey to red.',
  )
})

test('a living thing has no colour, whatever a person calls it', () => {
  const name = {
    word: 'person',
    score: 0.8,
    kind: 'appeared' as const,
    seen: null,
    why: '',
    others: [],
  }
  const renamed = { ...region('fitter'), name }
  expect(full({ region: renamed, change, named: null })).toBe('A fitter appeared in the centre.')
  expect(full({ region: region('fitter'), change, named: named(claim('person', 45)) })).not.toMatch(/\bred\b/)
  const turned = { ...change, kind: 'changed' as const }
  expect(full({ region: renamed, change: turned, named: null })).toBe(
    'A fitter in the centre looks different.',
  )
  expect(full({ region: region('fitter'), change, named: null })).toMatch(/\bred\b/)
})

test('things of one region are counted', () => {
  const people = named(claim('person', 20), claim('person', 45), claim('person', 70))
  expect(full({ region: region('person'), change, named: people })).toBe('Three people appeared.')
})

test('another thing in a region is told beside it, in the project’s words, unless the project leaves it out', () => {
  const both = { region: region('person'), change, named: named(claim('person', 40, 20), claim('dog', 70)) }
  expect(full(both)).toBe('A person appeared in the centre and a dog on the right.')
  expect(full(both, [], { dog: 'pet' })).toBe('A person appeared in the centre and a pet on the right.')
  expect(full(both, [], { dog: null })).toBe('A person appeared in the centre.')
})

test('a still thing beside it tells the place', () => {
  const still = [{ name: 'bench', score: 0.8, box: { x: 0, y: 62, width: 100, height: 20 } }]
  expect(full({ region: region('cat'), change, named: named(claim('cat', 45)) }, still)).toBe(
    'A cat appeared next to a bench.',
  )
})

test('a person’s own name is told as what was measured happened to it', () => {
  expect(full({ region: region('new roof'), change: { ...change, kind: 'vanished' }, named: null })).toMatch(
    /^A new roof (vanished from|is no longer visible in) the centre\.$/,
  )
})

test.each([
  ['brighter', [150, 20, 20], [190, 25, 25], 'became brighter'],
  ['darker', [190, 25, 25], [150, 20, 20], 'became darker'],
  ['of as much light', [150, 20, 20], [151, 20, 20], 'changed its detail'],
] as const)('an area of one colour that is %s says so', (_, before, after, words) => {
  const turned: RegionChange = { ...change, kind: 'changed', before: [...before], after: [...after] }
  expect(full({ region: region('change'), change: turned, named: null })).toBe(
    `An area in the centre ${words}.`,
  )
})

test('what replaced a thing that the project does not name appeared', () => {
  const replaced: NameClaim = { ...claim('cat', 45), kind: 'replaced', former: 'dog' }
  const one: DescribedRegion = { region: region('cat'), change, named: named(replaced) }
  expect(changeFacts([one], [], {})[0]).toMatchObject({ kind: 'appeared', word: 'cat', former: null })
})

test('a thing beside another that moved there comes from its place in the before image', () => {
  const moved: NameClaim = {
    ...claim('dog', 70),
    kind: 'moved',
    from: { x: 10, y: 20, width: 20, height: 40 },
  }
  const facts = changeFacts(
    [{ region: region('person'), change, named: named(claim('person', 20), moved) }],
    [],
    {},
  )
  expect(facts.map(({ kind, from }) => [kind, from])).toEqual([
    ['appeared', null],
    ['moved', { x: 0.2, y: 0.4 }],
  ])
})
