import { expect, test } from 'vitest'
import { TOKENS } from '../../systems/blocks/sizes'
import { WHOLE_CHAIN } from '../../systems/ccrc/training'
import { wholeOf, type Look } from '../closer/look'
import { agreementOfParts } from './agreement'
import type { CcrcModel, Seen } from './model'
import type { FoundRegion } from './regions'

const MASK = 2 * 128 * 128

/** A region over the whole of both frames. */
const everywhere = { mask: new Float32Array(MASK).fill(9) } as FoundRegion
const look = { after: wholeOf({ width: 128, height: 128 }) } as Look<Seen>

/** Points everywhere for "here", nowhere for other words. */
function pointing(): CcrcModel {
  let said = ''
  return {
    parts: WHOLE_CHAIN,
    tokenizer: { encode: (text: string) => ((said = text), []) },
    tell: () => Promise.resolve({}),
    read: () => Promise.resolve({ hidden: {}, looked: new Float32Array() }),
    point: () => Promise.resolve(new Float32Array(2 * TOKENS).fill(said === 'here' ? 9 : -9)),
  } as unknown as CcrcModel
}

test('of several looks the one whose words agree least counts, wherever it comes', async () => {
  const [good, bad] = ['here', 'elsewhere'].map((text) => ({ look, found: [everywhere], text }))
  expect(await agreementOfParts(pointing(), [good])).toMatchObject({ remark: null })
  for (const parts of [
    [good, bad],
    [bad, good],
  ]) {
    const { score, remark } = await agreementOfParts(pointing(), parts)
    expect(score).toBeLessThan(0.01)
    expect(remark).toContain('another place')
  }
})
