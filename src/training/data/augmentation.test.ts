import { expect, test } from 'vitest'
import { emptyRle } from '../../mask/rle'
import { augment } from './augmentation'
import type { LoadedCrop } from './augmentation'
import type { CorrectedPair } from './corrected-pair'

const SIDE = 128
/** Columns of the change at the left of the picture. */
const COLUMNS = 20

function whole(caption: string): LoadedCrop {
  const item: CorrectedPair = {
    pairId: 1,
    key: 'a',
    before: '',
    after: '',
    regions: [{ category: 'house', mask: emptyRle(SIDE, SIDE), beforeMask: null }],
    isUnchanged: false,
    captions: [caption],
    links: [],
    isHeldOut: false,
  }
  const window = { x: 0, y: 0, width: SIDE, height: SIDE }
  const mask = Uint8Array.from({ length: SIDE * SIDE }, (_, at) => (at % SIDE < COLUMNS ? 255 : 0))
  const frame = new Uint8Array(3 * SIDE * SIDE)
  const crop = {
    kind: 'whole',
    width: SIDE,
    height: SIDE,
    beforeWindow: window,
    afterWindow: window,
  } as const
  const regions = [{ region: 0, before: null, after: mask }]
  return { item, crop: { ...crop, before: frame, after: frame, regions }, movement: null }
}

test.each([
  ['A house appeared on the left.', 'A house appeared on the right.', 'right'],
  ['Ein Haus ist erschienen.', 'Ein Haus ist erschienen.', 'right'],
  ['Ein Haus ist links erschienen.', 'Ein Haus ist links erschienen.', 'left'],
  ['左侧出现了一座房子。', '左侧出现了一座房子。', 'left'],
  ['Une maison est apparue à gauche.', 'Une maison est apparue à gauche.', 'left'],
])('a sample of "%s" shows the change where its caption has it', (given, caption, side) => {
  const { sample, captions } = augment(whole(given), () => 0.1, { isRandom: true, isUpright: true })
  expect(captions).toEqual([caption])
  const after = sample.regions[0].coverage.subarray(SIDE * SIDE)
  expect([after[0], after[SIDE - 1]]).toEqual(side === 'left' ? [1, 0] : [0, 1])
})
