import { expect, test } from 'vitest'
import { pairSeed } from '../make'
import { planPair } from './plan'
import { RATES } from './rates'
import { madeLibrary } from './testing'

const SIZE = { width: 192, height: 192 }
const library = madeLibrary()
const plans = Array.from({ length: 2000 }, (_, index) => planPair(pairSeed(4, index), library, SIZE))
const changes = plans.flatMap((plan) => plan.changes)
const more = Array.from({ length: 2000 }, (_, index) =>
  planPair(pairSeed(4, index), library, { ...SIZE, nuisances: 'more' }),
)

/** How far a count is from its share of all, in units of what chance explains: three standard deviations, and a little. */
function offBy(count: number, of: number, share: number): number {
  const spread = 3 * Math.sqrt((share * (1 - share)) / of) + 0.002
  return Math.abs(count / of - share) / spread
}

test('a seed fixes a plan, and another seed gives another', () => {
  expect(planPair(9, library, SIZE)).toEqual(planPair(9, library, SIZE))
  expect(planPair(9, library, SIZE)).not.toEqual(planPair(10, library, SIZE))
})

test('things appear as often as they vanish over 400 plans', () => {
  const some = plans.slice(0, 400).flatMap((plan) => plan.changes)
  const appeared = some.filter(({ kind }) => kind === 'appear').length
  const vanished = some.filter(({ kind }) => kind === 'vanish').length
  expect(appeared + vanished).toBeGreaterThan(150)
  expect(offBy(appeared, appeared + vanished, 0.5)).toBeLessThan(1)
})

test('shapes lie in either frame alike', () => {
  const shapes = changes.flatMap((change) => ('filling' in change ? [change.frame] : []))
  expect(offBy(shapes.filter((frame) => frame === 'after').length, shapes.length, 0.5)).toBeLessThan(1)
})

test('nothing changes in so many pairs, and in the others as many changes as the table says', () => {
  const counts = plans.map((plan) => plan.changes.length)
  expect(offBy(counts.filter((count) => count === 0).length, plans.length, RATES.changes.none)).toBeLessThan(
    1,
  )
  for (const [count, share] of RATES.changes.counts) {
    const rate = share * (1 - RATES.changes.none)
    expect(offBy(counts.filter((each) => each === count).length, plans.length, rate)).toBeLessThan(1)
  }
})

test('kinds of change, nuisances and large things come as often as the table says', () => {
  const { kinds, things } = RATES.changes
  const share = (kind: string): number => changes.filter((change) => change.kind === kind).length
  expect(offBy(share('move'), changes.length, kinds.thing * things.move)).toBeLessThan(1)
  expect(offBy(share('replace'), changes.length, kinds.thing * things.replace)).toBeLessThan(1)
  expect(offBy(share('recolour'), changes.length, kinds.thing * things.recolour)).toBeLessThan(1)
  expect(offBy(share('patch'), changes.length, kinds.patch * (1 - RATES.shapes.kinds.line))).toBeLessThan(1)
  expect(
    offBy(share('line'), changes.length, (kinds.patch + kinds.fill + kinds.paint) * RATES.shapes.kinds.line),
  ).toBeLessThan(1)
  const having = (has: (plan: (typeof plans)[number]) => boolean): number => plans.filter(has).length
  expect(
    offBy(
      having(({ nuisances }) => nuisances.isGrey),
      plans.length,
      RATES.grey,
    ),
  ).toBeLessThan(1)
  expect(
    offBy(
      having(({ nuisances }) => nuisances.season !== null),
      plans.length,
      RATES.season,
    ),
  ).toBeLessThan(1)
  expect(
    offBy(
      having(({ nuisances }) => nuisances.waving !== null),
      plans.length,
      RATES.waving.rate,
    ),
  ).toBeLessThan(1)
  expect(
    offBy(
      having(({ nuisances }) => nuisances.shadows.length > 0),
      plans.length,
      RATES.shadows.rate,
    ),
  ).toBeLessThan(1)
  expect(
    offBy(
      having(({ nuisances }) => nuisances.alignment.pixels > 0),
      plans.length,
      RATES.alignment.rate,
    ),
  ).toBeLessThan(1)
  expect(
    offBy(
      having(({ base }) => base.fewLevels !== null),
      plans.length,
      RATES.base.fewLevels.rate,
    ),
  ).toBeLessThan(1)
  const still = having((plan) => plan.still.length > 0)
  expect(offBy(still, plans.length, RATES.still.rate)).toBeLessThan(1)
  const placed = changes.flatMap((change) =>
    change.kind === 'appear' || change.kind === 'vanish' ? [change.placement] : [],
  )
  // things of .6 to .7 of the side may be of either kind
  const large = placed.filter(({ side }) => side > 0.7 * 192)
  expect(offBy(large.length, placed.length, RATES.things.large.rate * 0.9)).toBeLessThan(1)
  expect(offBy(large.filter(({ shadow }) => shadow !== null).length, large.length, 0.5)).toBeLessThan(1)
  expect(Math.max(...placed.map(({ side }) => side / 192))).toBeLessThanOrEqual(1.6)
  expect(Math.min(...placed.map(({ side }) => side / 192))).toBeGreaterThanOrEqual(0.05)
})

test('more nuisances leave the rest of a plan as it is', () => {
  more.forEach(({ changes: own, nuisances, still }, at) => {
    expect(own).toEqual(plans[at].changes)
    expect(still).toEqual(plans[at].still)
    const { season, shadows, alignment } = plans[at].nuisances
    expect(nuisances).toMatchObject({ season, shadows, alignment })
  })
})

test('ground, softness, shaking and black and white come as often as the table says', () => {
  const having = (has: (plan: (typeof plans)[number]) => boolean): number => more.filter(has).length
  const ground = having(({ nuisances }) => nuisances.ground !== null)
  expect(offBy(ground, plans.length, RATES.ground.rate)).toBeLessThan(1)
  const bilevel = having(
    ({ nuisances: { before, after } }) => before.bilevel !== null && after.bilevel !== null,
  )
  expect(offBy(bilevel, plans.length, RATES.bilevel.rate)).toBeLessThan(1)
  expect(having(({ nuisances: { before, after } }) => (before.bilevel ?? after.bilevel) !== null)).toBe(
    bilevel,
  )
  const shaken = having(({ nuisances: { before, after } }) => (before.shaken ?? after.shaken) !== null)
  expect(offBy(shaken, plans.length, RATES.shaken.rate)).toBeLessThan(1)
  const soft = having(({ nuisances: { before, after } }) => Math.max(before.resampled, after.resampled) < 1)
  expect(
    offBy(soft, plans.length, RATES.soft.rate + (1 - RATES.soft.rate) * RATES.resampled.rate ** 2),
  ).toBeLessThan(1)
  const waves = more.flatMap(({ nuisances: { waving } }) => (waving === null ? [] : [waving.pixels]))
  const far = waves.filter((pixels) => pixels > RATES.waving.pixels[1])
  expect(offBy(far.length, waves.length, RATES.waving.strong.rate)).toBeLessThan(1)
})

test('parts of the ground are all of the picture', () => {
  const grounds = more.flatMap(({ nuisances: { ground } }) => ground ?? [])
  for (const { parts } of grounds) {
    expect(parts.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9)
  }
})

test('plants are drawn more often than their number asks for', () => {
  const things = changes.flatMap((change) => (change.kind === 'appear' ? [change.placement.thing] : []))
  const plants = things.filter((thing) => library.things[thing].word === 'potted plant')
  expect(plants.length / things.length).toBeGreaterThan(0.25)
})

test('without outlined things shapes take their place', () => {
  const plan = planPair(3, { ...library, things: [] }, SIZE)
  const all = Array.from({ length: 50 }, (_, at) => planPair(at, { ...library, things: [] }, SIZE))
  expect([plan, ...all].flatMap(({ changes: own }) => own).every((change) => 'filling' in change)).toBe(true)
})

test('the words of a library are read once, however many pairs are planned', () => {
  let read = 0
  const things = library.things.map((thing) => ({
    ...thing,
    get word() {
      read += 1
      return thing.word
    },
  }))
  const counted = { ...library, things }
  for (let seed = 0; seed < 20; seed++) {
    expect(planPair(seed, counted, SIZE)).toEqual(planPair(seed, library, SIZE))
  }
  const once = read
  for (let seed = 20; seed < 60; seed++) {
    planPair(seed, counted, SIZE)
  }
  // one that replaces another is asked for its word
  expect(read - once).toBeLessThan(60)
  expect(once).toBeLessThan(60)
})
