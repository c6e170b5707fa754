import { describe, expect, test } from 'vitest'
import { renderPlan } from './blocks/pair'
import { checkStatements } from './blocks/language/testing-statements'
import { parseCaption } from './blocks/language/testing-parse'
import { planBlocks, planDistractor } from './blocks/plan'
import { BLOCKS_PROFILES } from './blocks/profiles'
import { makePair, makeTriplet, pairSeed } from './make'
import type { PairSpec } from './make'

const SPEC: PairSpec = {
  world: 'blocks',
  profile: 'blocks',
  seed: 7,
  width: 48,
  height: 32,
  inTurn: true,
}

describe('a changed pair and its counterpart', () => {
  const { changed, distractor } = makeTriplet(SPEC, 2)

  test('begin with the same frame, and only one of them changes', () => {
    expect(distractor.before.data).toEqual(changed.before.data)
    expect([changed.regions.length > 0, distractor.regions]).toEqual([true, []])
    expect([changed.changeType, distractor.changeType]).toEqual(['move', 'none'])
  })

  test('say so in their captions', () => {
    for (const { text } of distractor.captions) {
      expect(parseCaption(text)).toMatchObject([[{ kind: 'none' }]])
    }
    for (const { text } of changed.captions) {
      expect(parseCaption(text)).toMatchObject([[{ kind: 'move' }]])
    }
  })

  test('are the same at every call, and others for another number', () => {
    const again = makeTriplet(SPEC, 2)
    expect(again.changed.after.data).toEqual(changed.after.data)
    expect(again.distractor.after.data).toEqual(distractor.after.data)
    expect(makeTriplet({ ...SPEC, inTurn: false }, 3).changed.before.data).not.toEqual(changed.before.data)
  })
})

test('triplets of the training profile have its cameras in turn, as its pairs have', () => {
  const { weights, ...profile } = BLOCKS_PROFILES.training
  for (const [index, distance] of [
    [0, 1],
    [4, 1.4],
    [6, 0.75],
  ]) {
    const { changed } = makeTriplet({ ...SPEC, profile: 'training', inTurn: false }, index)
    const plan = planBlocks(pairSeed(SPEC.seed, index), {
      ...profile,
      distance,
      weights: { ...weights, none: 0 },
    })
    const { before, after } = renderPlan(plan, SPEC.width, SPEC.height)
    expect([changed.before.data, changed.after.data]).toEqual([before.data, after.data])
  }
})

test('kinds of change come in turn, in both worlds', () => {
  const kinds = [0, 2, 4].map((index) => makePair({ ...SPEC, world: 'both' }, index).changeType)
  const own = [0, 1, 2].map((index) => makePair(SPEC, index).changeType)
  expect(kinds).toEqual(own)
  expect(makePair({ ...SPEC, world: 'both' }, 1).world).toBe('aerial')
})

test('options that no scene can fill are refused with the seed', () => {
  // a scene has two things at least
  const impossible = { ...BLOCKS_PROFILES.blocks, things: [0, 0], weights: { none: 1 } } as const
  expect(() => planBlocks(5, impossible)).toThrow(
    new Error('No scene could be drawn for seed 5 with these options.'),
  )
})

describe('statements about a pair', () => {
  const options = BLOCKS_PROFILES.blocks
  const weights = (kind: string) => ({ ...options, weights: { [kind]: 1 } })
  const dropped = planBlocks(pairSeed(1, 2), weights('drop'))
  const same = planDistractor(dropped, options)
  const [statement] = parseCaption(dropped.captions[0].text)[0]

  test('are refused where they state a change that there is not, or one of several alone', () => {
    expect(checkStatements(same.story, [statement])).toBe('states a change where there is none')
    expect(checkStatements(dropped.story, [statement])).toBeNull()
    expect(checkStatements(dropped.story, [statement, statement])).toBe('does not state each change once')
    expect(checkStatements(dropped.story, [])).toBe('does not state each change once')
    expect(checkStatements(dropped.story, [{ kind: 'none', camera: false }])).toBe(
      'no such change: {"kind":"none","camera":false}',
    )
  })

  test('may say that the camera moved only where it did', () => {
    const story = { ...same.story, changes: [] }
    const none = [{ kind: 'none', camera: true }] as const
    expect(checkStatements({ ...story, cameraMoved: true }, none)).toBeNull()
    expect(checkStatements({ ...story, cameraMoved: false }, none)).toBe('says that the camera moved')
  })
})
