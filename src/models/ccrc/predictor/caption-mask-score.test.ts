import { expect, test } from 'vitest'
import { MASK_SIDE, TOKENS } from '../../layers/sizes'
import { ALL_CCRC_PARTS } from '../network/training'
import { wholeOf } from '../../../mask/rect'
import type { CropView } from '../../../views/crop-view'
import { captionMaskScore, groundingOverlap, captionMaskScoreOfParts } from './caption-mask-score'
import type { CcrcModel, SceneEncoding } from './model'
import { coverageOf } from './ccrc-region'
import type { CcrcRegion } from './ccrc-region'

const PIXELS = MASK_SIDE ** 2

/** A region over the whole of both frames. */
const everywhere = { mask: new Float32Array(2 * PIXELS).fill(9) } as CcrcRegion
const view = { after: wholeOf({ width: 128, height: 128 }), encoding: {} } as CropView<SceneEncoding>

/** Points everywhere for "here", at the first token for "there", nowhere for other words. */
function modelGroundedAt(): CcrcModel {
  let caption = ''
  const groundingLogits = (): Float32Array => {
    const logits = new Float32Array(2 * TOKENS).fill(caption === 'here' ? 9 : -9)
    if (caption === 'there') {
      logits[0] = 9
    }
    return logits
  }
  return {
    parts: { ...ALL_CCRC_PARTS, conditioned: false },
    tokenizer: { encode: (text: string) => ((caption = text), []) },
    encodeContext: () => Promise.resolve({}),
    hiddenStates: () => Promise.resolve({}),
    ground: () => Promise.resolve(groundingLogits()),
  } as unknown as CcrcModel
}

/** A rectangle of the after frame as a user marks it. */
function withPixels(left: number, top: number, width: number, height: number): Float32Array {
  const mask = new Float32Array(2 * PIXELS).fill(-6)
  for (let y = top; y < top + height; y++) {
    mask.fill(6, PIXELS + y * MASK_SIDE + left, PIXELS + y * MASK_SIDE + left + width)
  }
  return mask
}

function logitsAt(...tokens: number[]): Float32Array {
  return Float32Array.from({ length: 2 * TOKENS }, (_, token) => (tokens.includes(token) ? 9 : -9))
}

test('of several views the lowest score counts, in any order', async () => {
  const [good, bad] = ['here', 'there'].map((text) => ({ view, regions: [everywhere], text }))
  expect(await captionMaskScoreOfParts(modelGroundedAt(), [good])).toMatchObject({ remark: null })
  for (const parts of [
    [good, bad],
    [bad, good],
  ]) {
    const { score, remark } = await captionMaskScoreOfParts(modelGroundedAt(), parts)
    expect(score).toBeLessThan(0.01)
    expect(remark).toContain('another place')
  }
})

test('words that are grounded nowhere get the remark that they fit nothing, not that they point elsewhere', async () => {
  const { score, remark } = await captionMaskScore(modelGroundedAt(), view, [everywhere], 'nonsense')
  expect(score).toBeLessThan(0.01)
  expect(remark).toBe('The words of the caption fit nothing that the model finds here.')
})

test('agreement is whole where words are grounded at what is covered, and none where they point elsewhere', () => {
  const covered = coverageOf([withPixels(0, 0, MASK_SIDE, 8)])
  const groundingLogits = covered.map((share) => (share > 0.5 ? 9 : -9))
  expect(groundingOverlap(groundingLogits, covered)).toBeGreaterThan(0.99)
  expect(groundingOverlap(groundingLogits.toReversed(), covered)).toBeLessThan(0.01)
})

test('a small object over the corner of tokens agrees with words that are grounded at it, and with no others', () => {
  const covered = coverageOf([withPixels(4, 5, 7, 6)])
  expect(Math.max(...covered)).toBeLessThan(0.2)
  for (const tokens of [[TOKENS], [TOKENS + 1], [TOKENS + 16], [TOKENS, TOKENS + 1, TOKENS + 17]]) {
    expect(groundingOverlap(logitsAt(...tokens), covered)).toBeGreaterThan(0.99)
  }
  expect(groundingOverlap(logitsAt(TOKENS, 300), covered)).toBeLessThan(0.51)
  expect(groundingOverlap(logitsAt(300), covered)).toBeLessThan(0.01)
})

test('tokens that a region covers by a little count neither for nor against the words', () => {
  const covered = coverageOf([withPixels(0, 0, 9, 8)])
  expect(groundingOverlap(logitsAt(TOKENS), covered)).toBeGreaterThan(0.99)
  expect(groundingOverlap(logitsAt(TOKENS, TOKENS + 1), covered)).toBeGreaterThan(0.99)
})

test('a region that is too small for the view is not scored', async () => {
  const speck = { ...everywhere, mask: withPixels(3, 3, 1, 1) }
  expect(groundingOverlap(logitsAt(300), coverageOf([speck.mask]))).toBeNull()
  expect(await captionMaskScore(modelGroundedAt(), view, [speck], 'there')).toEqual({
    score: 1,
    remark: null,
  })
})
