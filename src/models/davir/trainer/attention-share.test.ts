import { expect, test } from 'vitest'
import { AttentionShare } from './attention-share'

test('attention counts in cells with a changed pixel, and frames without a change do not count', () => {
  const share = new AttentionShare()
  expect(share.score()).toBeNull()
  const mask = new Float32Array(128 * 128)
  share.add(new Float32Array(256).fill(1 / 256), mask)
  expect(share.score()).toBeNull()
  // one pixel of cell (1, 0), and all of cell (0, 2)
  mask[8] = 0.2
  for (let row = 16; row < 24; row++) {
    mask.fill(1, row * 128, row * 128 + 8)
  }
  const attention = new Float32Array(256)
  attention[1] = 0.5
  attention[32] = 0.25
  attention[100] = 0.25
  share.add(attention, mask)
  expect(share.score()).toEqual({ value: 0.75, baseline: 2 / 256 })
})
