import { expect, test } from 'vitest'
import type { TrainingExample } from '../../contract/training'
import { emptyBitmap } from '../../mask/bitmap'
import { encodeRle } from '../../mask/rle'
import type { Rle } from '../../mask/rle'
import { modelComparisonSchema } from '../../contract/model-comparison'
import { compareModels } from './model-comparison'
import type { ComparedPair } from './compared-row'
import { englishOf } from '../../messages/message'

const size = { width: 40, height: 30 }

function square(at: number): Rle {
  const bitmap = emptyBitmap(size.width, size.height)
  for (let y = 5; y < 15; y++) {
    bitmap.data.fill(1, y * size.width + at, y * size.width + at + 10)
  }
  return encodeRle(bitmap)
}

function proposal(pairId: number, mask: Rle | null, text: string): TrainingExample {
  const source = { kind: 'person' } as const
  const regions =
    mask === null
      ? []
      : [{ id: 'r', category: 'spur', status: 'proposed' as const, mask, beforeMask: null, source, score: 1 }]
  const captions = [{ id: 'c', text, rank: 0, source, logProbability: null }]
  return { pairId, key: `pair-${pairId}`, score: 1, regions, captions }
}

/** The second model is right in `right` of `count` pairs, the first one is off by a bit. */
function compare(count: number, right: number): ComparedPair[] {
  return Array.from({ length: count }, (_, index) => {
    const at = 5 + (index % 15)
    const words = ['left', 'right', 'middle', 'top', 'bottom'][index % 5]
    const caption = `a spur near the ${words} of board ${index}`
    const isRight = index < right
    return {
      truth: {
        pairId: index,
        key: `pair-${index}`,
        hasKnownMasks: true,
        masks: [square(at)],
        isAsProposed: false,
        captions: [caption],
        references: [caption],
        ...size,
      },
      before: proposal(index, square(at + 5), 'the cube has moved'),
      after: proposal(index, square(isRight ? at : at + 8), isRight ? caption : 'the big cube is gone'),
    }
  })
}

const names = { before: 'base', after: 'tuned', learnsCaptions: true }

test('a model that is right where the other was not is better, and the pairs that gained most come first', () => {
  const verdict = compareModels(compare(20, 18), names, null)
  expect(verdict.word).toBe('better')
  expect(englishOf(verdict.sentence)).toContain('better on 20 held-out pairs')
  const iou = verdict.metrics.find(({ metric }) => metric === 'mask-iou')
  expect(iou?.before).toBeCloseTo(1 / 3, 5)
  expect(iou?.difference.low).toBeGreaterThan(0)
  const gains = verdict.rows.map(({ gain }) => gain)
  expect(gains).toEqual(gains.toSorted((a, b) => b - a))
  expect(gains[0]).toBeGreaterThan(0)
  expect(verdict.rows.at(-1)?.gain).toBeLessThan(0)
})

test('masks of too few pairs do not decide, however many pairs have none', () => {
  const unchanged = Array.from({ length: 18 }, (_, index): ComparedPair => {
    const pairId = 100 + index
    const quiet = proposal(pairId, null, 'the scene is the same')
    const captions = ['the scene is the same']
    const known = { hasKnownMasks: true, masks: [], isAsProposed: false }
    const truth = { pairId, key: `pair-${pairId}`, ...known, captions, references: captions, ...size }
    return { truth, before: quiet, after: quiet }
  })
  const verdict = compareModels([...compare(2, 2), ...unchanged], names, null)
  expect(verdict.metrics.find(({ metric }) => metric === 'mask-iou')).toMatchObject({ word: 'cannot-tell' })
})

test('the other way about it is worse', () => {
  const verdict = compareModels(
    compare(20, 20).map(({ truth, before, after }) => ({ truth, before: after, after: before })),
    names,
    null,
  )
  expect(verdict.word).toBe('worse')
  expect(englishOf(verdict.sentence)).toContain('Keep the one that you have')
})

test('a few pairs, or no difference, decide nothing', () => {
  expect(compareModels(compare(5, 5), names, null).word).toBe('cannot-tell')
  const same = compare(20, 20).map(({ truth, after }) => ({ truth, before: after, after }))
  const verdict = compareModels(same, names, null)
  expect(verdict.word).toBe('cannot-tell')
  expect(englishOf(verdict.sentence)).toContain('cannot be told')
})

test('neither masks nor "changed or not" count in pairs without mask labels', () => {
  const compared = Array.from({ length: 12 }, (_, index): ComparedPair => {
    const captions = [`a car has appeared in street ${index}`]
    const known = { hasKnownMasks: false, masks: [], isAsProposed: false }
    const truth = { pairId: index, key: `pair-${index}`, ...known, captions, references: captions, ...size }
    return {
      truth,
      before: proposal(index, null, captions[0]),
      after: proposal(index, square(5), captions[0]),
    }
  })
  const alone = compareModels(compared, names, null)
  const metrics = alone.metrics.map(({ metric }) => metric)
  expect(metrics).toEqual(['bleu-4', 'rouge-l', 'cider-d'])
  expect(alone.rows[0]).toMatchObject({ isChanged: null, gain: 0 })
  const both = compareModels([...compared, ...compare(10, 10)], names, null)
  const iou = both.metrics.find(({ metric }) => metric === 'mask-iou')
  expect([iou?.before, iou?.after]).toEqual([expect.closeTo(1 / 3, 5), 1])
  expect(both.rows.filter(({ before }) => before.maskIou === null)).toHaveLength(12)
})

/** Pairs that were accepted as the first model proposed them, and which the second one sees otherwise. */
function accepted(count: number, shift = 1): ComparedPair[] {
  return Array.from({ length: count }, (_, index): ComparedPair => {
    const [pairId, at] = [100 + index, 5 + (index % 15)]
    const before = proposal(pairId, square(at), `a dark object appeared near ${index}`)
    const captions = before.captions.map(({ text }) => text)
    const known = { hasKnownMasks: true, masks: [square(at)], isAsProposed: true }
    return {
      truth: { pairId, key: `pair-${pairId}`, ...known, captions, references: [], ...size },
      before,
      after: proposal(pairId, square(at + shift), 'a light object vanished'),
    }
  })
}

const masksAlone = { ...names, learnsCaptions: false }

test('the gain of a model that learned masks alone is that of the overlap that stands beside it', () => {
  const { rows } = compareModels(compare(20, 18), masksAlone, null)
  for (const { gain, before, after } of rows) {
    expect(gain).toBeCloseTo(after.maskIou! - before.maskIou!, 9)
  }
})

test('pairs that were accepted as the old model proposed them do not make the new one worse', () => {
  const verdict = compareModels(accepted(20), masksAlone, null)
  expect(verdict).toMatchObject({ word: 'cannot-tell', pairCount: 20, countedCount: 0, asProposedCount: 20 })
  expect(verdict.metrics).toEqual([])
  expect(englishOf(verdict.sentence)).toBe(
    'Whether the new model is better cannot be told: no held-out pair has masks to judge by that a person changed or drew. Correct or draw masks in more pairs. 20 of 20 held-out pairs were accepted as base proposed them: they favour that model, and their masks are left out of the scores. Marked alike by the new model: 20.',
  )
  expect(verdict.rows.every(({ isAsProposed, before }) => isAsProposed && before.maskIou === 1)).toBe(true)
})

test('the verdict rests on the pairs whose masks a person changed or drew', () => {
  const verdict = compareModels([...accepted(30), ...compare(12, 12)], masksAlone, null)
  expect(verdict).toMatchObject({ word: 'better', pairCount: 42, countedCount: 12, asProposedCount: 30 })
  const iou = verdict.metrics.find(({ metric }) => metric === 'mask-iou')
  expect([iou?.before, iou?.after]).toEqual([expect.closeTo(1 / 3, 5), 1])
  expect(englishOf(verdict.sentence)).toMatch(
    /^The new model is better on 12 held-out pairs: .* 30 of 42 held-out pairs were accepted as base proposed them/,
  )
  const few = compareModels([...accepted(30), ...compare(3, 3)], masksAlone, null)
  expect(few.word).toBe('cannot-tell')
  expect(englishOf(few.sentence)).toContain('3 held-out pairs are too few to be sure')
})

test('a model that misses more of the pairs that were right than it gains is not called better', () => {
  const verdict = compareModels([...accepted(30, 8), ...compare(12, 12)], masksAlone, null)
  expect(verdict.word).toBe('cannot-tell')
  expect(englishOf(verdict.sentence)).toMatch(
    /it is better on pairs that were corrected \(.*\), and misses more of those that were right before\..* Marked alike by the new model: 0/,
  )
  const some = [...accepted(30), ...accepted(6, 8), ...compare(12, 12)]
  expect(compareModels(some, masksAlone, null).word).toBe('better')
})

test('scores of captions decide nothing where only masks were trained', () => {
  const worded = compare(20, 20).map(({ truth, before, after }) => {
    return {
      truth,
      before: { ...before, captions: after.captions, regions: after.regions },
      after: { ...after, captions: before.captions },
    }
  })
  expect(compareModels(worded, names, null).word).toBe('worse')
  const verdict = compareModels(worded, masksAlone, null)
  expect(verdict.word).toBe('cannot-tell')
  expect(verdict.metrics.map(({ metric }) => metric)).toContain('cider-d')
  expect(englishOf(verdict.sentence)).not.toContain('CIDEr-D')
})

test('a verdict of an older program is read as one of which all pairs count', () => {
  const {
    countedCount: _,
    asProposedCount: _none,
    rows,
    ...verdict
  } = compareModels(compare(8, 8), names, null)
  const stored = { ...verdict, rows: rows.map(({ isAsProposed: _mark, ...row }) => row) }
  expect(modelComparisonSchema.parse(stored)).toEqual({ ...verdict, asProposedCount: 0, rows })
})
