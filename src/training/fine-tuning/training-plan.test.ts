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

const made = { id: 'made', version: '1', family: 'photo', categories: [], tokenizer: new Tokenizer([]) }
const region = { category: 'spot', mask: emptyRle(8, 8), beforeMask: null }

/** The first pair has the regions, the second is held out, the third or `unchanged` is known to be unchanged. */
function planFor(
  captions: readonly string[],
  regions: CorrectedPair['regions'],
  model: PlanInput['model'] = { reason: 'none is there' },
  { origins, unchanged = 2 }: { origins?: CorrectedPair['origins']; unchanged?: number } = {},
): Promise<TrainingPlan> {
  const items = captions.map((caption, index): CorrectedPair => {
    const own = index === 0 ? regions : []
    const frames = { before: '', after: '' }
    return {
      pairId: index,
      key: String(index),
      ...frames,
      regions: own,
      isUnchanged: index === unchanged,
      captions: [caption],
      origins,
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
    ...made,
    family: 'ccrc',
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
  const plan = await planFor(captions, [region], made)
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
  const bare = await planFor(['', ''], [region], made)
  expect(codes(bare)).not.toContain('no-captions')
  const written = await planFor(captions, [region], { ...made, family: 'ccrc' })
  expect(written.learnsCaptions).toBe(true)
  expect(codes(written)).not.toContain('masks-alone')
})

function madeBy(version: string): CorrectedPair['origins'] {
  return { masks: [{ model: 'made', version }], captions: [null] }
}

test('it is said how many held-out pairs were accepted as the model proposed them', async () => {
  const words = ['a spot has appeared', 'no change', 'no change']
  const favoured = await planFor(words, [region], made, { origins: madeBy('1') })
  // the second is held out; nothing is known of its masks
  expect(favoured.heldOutAsProposed).toBe(0)
  const known = await planFor(words, [region], made, { origins: madeBy('1'), unchanged: 1 })
  expect(known.heldOutAsProposed).toBe(1)
  expect(englishOf(known.shortages.find(({ code }) => code === 'held-out-as-proposed')?.message ?? '')).toBe(
    'The one held-out pair was accepted as made proposed it: it favours that model, and its masks are left out of the scores. Too few held-out pairs have other masks to judge by: correct or draw masks in more pairs.',
  )
  for (const origins of [madeBy('2'), undefined]) {
    const other = await planFor(words, [region], made, { origins, unchanged: 1 })
    expect(other.heldOutAsProposed).toBe(0)
    expect(codes(other)).not.toContain('held-out-as-proposed')
  }
})
