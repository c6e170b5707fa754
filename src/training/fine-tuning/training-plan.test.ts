import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { trainingOptionsSchema } from '../../contract/training'
import type { TrainingPlan } from '../../contract/training'
import { emptyRle } from '../../mask/rle'
import type { CorrectedPair } from '../data/corrected-pair'
import { planTraining } from './training-plan'
import type { PlanInput } from './training-plan'
import { Tokenizer } from '../../text/bpe/tokenizer'
import { englishOf } from '../../messages/message'

const region = { category: 'spot', mask: emptyRle(8, 8), beforeMask: null }

/** The first pair has the regions, the third is known to be unchanged. */
function planFor(
  captions: readonly string[],
  regions: CorrectedPair['regions'],
  model: PlanInput['model'] = { reason: 'none is there' },
): Promise<TrainingPlan> {
  const items = captions.map((caption, index): CorrectedPair => {
    const own = index === 0 ? regions : []
    const frames = { before: '', after: '' }
    return {
      pairId: index,
      key: String(index),
      ...frames,
      regions: own,
      isUnchanged: index === 2,
      captions: [caption],
      links: [],
      isHeldOut: index === 1,
    }
  })
  const sides = items.map(({ isHeldOut }) => (isHeldOut ? ('held-out' as const) : ('train' as const)))
  return planTraining({
    items,
    states: items.map(() => 'accepted' as const),
    split: { sides, groupCount: items.length, isByPair: false },
    heldOutBefore: 0,
    leftOut: [],
    model,
    options: trainingOptionsSchema.parse({}),
    secondsPerStep: null,
  })
}

const codes = ({ shortages }: TrainingPlan): string[] => shortages.map(({ code }) => code)

test('a pair without a region is not counted as without a change where that is not known', async () => {
  const words = ['a spot has appeared', 'a car is gone', 'there is no difference']
  const plan = await planFor(words, [region])
  expect(plan.unchangedCount).toBe(1)
  expect(englishOf(plan.shortages.find(({ code }) => code === 'unmarked')?.message ?? '')).toBe(
    'One pair has no region, and no caption that is known to say "no change": whether and where something changed is not learned there. Mark what changed, or write "no change".',
  )
  const bare = await planFor(words.slice(0, 2), [])
  expect(bare.unchangedCount).toBe(0)
  expect(codes(bare)).toEqual(expect.arrayContaining(['no-change', 'no-unchanged']))
  expect(codes(bare)).not.toContain('unmarked')
})

test('captions of all pairs are counted by length, new and long ones too, and other tasks run meanwhile', async () => {
  const pairs = 4000
  const captions = Array.from({ length: pairs }, (_, index) =>
    index % 4 === 0 ? `the quay ${'with a barge '.repeat(30)}` : `a barge is at quay ${index}`,
  )
  const planned = new AbortController()
  let turns = 0
  const others = (async () => {
    while (!planned.signal.aborted) {
      turns += 1
      await setImmediate()
    }
  })()
  const plan = await planFor(captions, [region], {
    id: 'made',
    family: 'ccrc',
    categories: [],
    tokenizer: new Tokenizer([]),
  })
  planned.abort()
  await others
  expect(turns).toBeGreaterThan(2)
  expect(plan.tooLongCaptions).toBe(pairs / 4)
  expect(plan.newWords).toEqual(['barge', 'quay', 'at', 'is', 'the', 'with'])
  expect(plan.byCaptionLength.filter((length) => length.captions > 0)).toEqual([
    { from: 6, to: 10, captions: (3 * pairs) / 4 },
    { from: 41, to: null, captions: pairs / 4 },
  ])
})

test('of a model that learns masks alone no captions are counted, and it is said what learns them', async () => {
  const captions = Array.from({ length: 4 }, () => `the quay ${'with a barge '.repeat(30)}`)
  const tokenizer = new Tokenizer([])
  const plan = await planFor(captions, [region], { id: 'made', family: 'photo', categories: [], tokenizer })
  expect(plan).toMatchObject({
    learnsCaptions: false,
    byCaptionLength: [],
    tooLongCaptions: 0,
    newWords: [],
  })
  expect(codes(plan)).not.toContain('categories-not-learned')
  expect(englishOf(plan.shortages.find(({ code }) => code === 'masks-alone')?.message ?? '')).toBe(
    'CCRC for photographs learns masks alone: categories and captions are not learned, and stay with your pairs. To learn captions, begin with ccrc-base.',
  )
  const bare = await planFor(['', ''], [region], { id: 'made', family: 'photo', categories: [], tokenizer })
  expect(codes(bare)).not.toContain('no-captions')
  const written = await planFor(captions, [region], { id: 'made', family: 'ccrc', categories: [], tokenizer })
  expect(written.learnsCaptions).toBe(true)
  expect(codes(written)).not.toContain('masks-alone')
})
