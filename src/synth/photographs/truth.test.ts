import { expect, test } from 'vitest'
import type { Bitmap } from '../../mask/bitmap'
import { countSet } from '../../mask/bitmap'
import type { SyntheticPair } from '../pair'
import { renderWithFacts } from './pair'
import { planPair } from './plan'
import type { PlannedChange } from './planned'
import { NO_NUISANCES } from './planned'
import { RATES } from './rates'
import { madeLibrary, madePlacement, madePlan } from './testing'

const library = madeLibrary()
const { leastArea } = RATES.changes

/** Frames that the words of a kind speak of. */
const TOLD: Readonly<Record<string, readonly ('before' | 'after')[]>> = {
  appeared: ['after'],
  vanished: ['before'],
  moved: ['before', 'after'],
  replaced: ['before', 'after'],
  'changed colour': ['before', 'after'],
  changed: ['before', 'after'],
}

const areaOf = (mask: Bitmap | null): number => (mask === null ? 0 : countSet(mask))

/** What a pair is said to show, with the area of each region in both frames. */
function told(...changes: PlannedChange[]): string[] {
  const { pair, facts } = renderWithFacts(madePlan(changes), library)
  return facts.map(({ kind, word }, at) => {
    const { before, after, vacated } = pair.regions[at]
    const shown = [before, after, vacated].map((mask) => (mask === null ? '-' : 'seen'))
    return `${word} ${kind}: ${shown.join(' ')}`
  })
}

test('every region is visible in each frame that its words speak of', () => {
  const unseen: string[] = []
  const counts = new Map<string, number>()
  for (let seed = 1; seed <= 300; seed++) {
    const plan = { ...planPair(seed, library, { width: 64, height: 64 }), nuisances: NO_NUISANCES }
    if (plan.changes.length < 2) {
      continue
    }
    const { pair, facts } = renderWithFacts(plan, library)
    for (const [at, { kind }] of facts.entries()) {
      counts.set(kind, (counts.get(kind) ?? 0) + 1)
      const hidden = TOLD[kind].filter((frame) => areaOf(pair.regions[at][frame]) < leastArea)
      unseen.push(...hidden.map((frame) => `seed ${seed}, region ${at}: ${kind}, not seen ${frame}`))
    }
  }
  expect(unseen).toEqual([])
  for (const kind of Object.keys(TOLD)) {
    expect(counts.get(kind)).toBeGreaterThan(10)
  }
})

const small = madePlacement({ side: 20 })
/** A larger thing that lies over it in one frame alone. */
const over = madePlacement({ thing: 1, side: 60 })
const away = madePlacement({ x: 15, y: 15, side: 20 })

test('a thing whose only frame a later one hides is told of nowhere', () => {
  expect(told({ kind: 'vanish', placement: small }, { kind: 'vanish', placement: over })).toEqual([
    'cup vanished: seen - seen',
  ])
  expect(told({ kind: 'appear', placement: small }, { kind: 'appear', placement: over })).toEqual([
    'cup appeared: - seen -',
  ])
  expect(
    told(
      { kind: 'recolour', placement: small, frame: 'after', colour: [20, 20, 250] },
      { kind: 'vanish', placement: over },
    ),
  ).toEqual(['cup vanished: seen - seen'])
})

test('a thing that moved from or to a hidden place came or went', () => {
  expect(told({ kind: 'move', from: small, to: away }, { kind: 'vanish', placement: over })).toEqual([
    'car appeared: - seen -',
    'cup vanished: seen - seen',
  ])
  expect(told({ kind: 'move', from: away, to: small }, { kind: 'appear', placement: over })).toEqual([
    'car vanished: seen - seen',
    'cup appeared: - seen -',
  ])
})

test('a thing of which one of the two is hidden is not told as replaced', () => {
  const latter = madePlacement({ thing: 2, side: 20 })
  expect(told({ kind: 'replace', former: small, latter }, { kind: 'vanish', placement: over })).toEqual([
    'potted plant appeared: - seen -',
    'cup vanished: seen - seen',
  ])
  const beside = { ...latter, x: 40 }
  const cover = { ...over, x: 40, side: 24 }
  expect(
    told({ kind: 'replace', former: small, latter: beside }, { kind: 'appear', placement: cover }),
  ).toEqual(['car vanished: seen - seen', 'cup appeared: - seen -'])
})

const BOX = {
  kind: 'box',
  paths: [
    [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ],
  ],
  halfWidth: 0,
} as const

/** A box in the middle of the before frame, from so far left of the middle to so far right. */
const paint = (half: number, kept: number): PlannedChange => ({
  kind: 'paint',
  frame: 'before',
  shape: { ...BOX, paths: [BOX.paths[0].map(([x, y]) => [48 + half * x, 48 + half * y])], side: 2 * half },
  soft: 0.4,
  defocus: 0,
  filling: { of: 'paint', colour: [250, 240, 20], kept },
})

test('paint that was painted over in the before frame keeps no mask in the after frame', () => {
  expect(told(paint(10, 0.3), paint(20, 0.3))).toEqual(['null changed: seen seen -'])
  expect(told(paint(10, 0), paint(20, 0.3))).toEqual(['null changed: seen seen -'])
  const { pair } = renderWithFacts(madePlan([paint(20, 0.3), paint(10, 0.3)]), library)
  expect(pair.regions.map(({ after }) => areaOf(after))).toEqual([
    areaOf(pair.regions[0].before),
    areaOf(pair.regions[1].before),
  ])
})

/** Pixels that differ by more than rounding and lie in no region. */
function untold({ before, after, regions }: SyntheticPair): number {
  let count = 0
  for (let pixel = 0; pixel < before.width * before.height; pixel++) {
    const isMarked = regions.some(
      (region) => region.after?.data[pixel] === 1 || region.vacated?.data[pixel] === 1,
    )
    const apart = [0, 1, 2].map((at) => Math.abs(before.data[3 * pixel + at] - after.data[3 * pixel + at]))
    count += !isMarked && Math.max(...apart) > 60 ? 1 : 0
  }
  return count
}

test('what hides a dropped change has its pixels', () => {
  for (const change of [
    { kind: 'vanish', placement: small },
    { kind: 'move', from: small, to: away },
    { kind: 'recolour', placement: small, frame: 'after', colour: [20, 20, 250] },
  ] as const) {
    const { pair } = renderWithFacts(madePlan([change, { kind: 'vanish', placement: over }]), library)
    expect(untold(pair)).toBeLessThan(20)
  }
})
