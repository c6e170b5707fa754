import { expect, test } from 'vitest'
import type { OpenPair } from '../../../src/contract/review'
import { applyDiff } from '../../../src/domain/diff'
import { emptyDocument } from '../../../src/domain/document'
import type { Region } from '../../../src/domain/document'
import { encodeRle } from '../../../src/mask/rle'
import type { Rle } from '../../../src/mask/rle'
import { createMaskStore } from '../paint/mask-store'
import type { SegmentEffect } from '../tools/chart'
import { newRegion } from './painting'
import { createSegmenting } from './segmenting'

const click: SegmentEffect = {
  type: 'ask',
  isHover: false,
  prompts: { points: [{ x: 1, y: 1, isPositive: true }], box: null },
}
const size = { width: 4, height: 3 }

/** A pair, what was said, and a model that answers when the test says so. */
function desk({ regions = [] as Region[], selected = null as string | null } = {}) {
  let open = { document: { ...emptyDocument(), regions } } as OpenPair
  const answers: ((rle: Rle) => void)[] = []
  const lost: string[] = []
  let made = 0
  const segmenting = createSegmenting(createMaskStore(size.width, size.height), {
    open: () => open,
    selectedRegionId: () => selected,
    category: () => 'appeared',
    edit: (_, diff) => (open = { ...open, document: applyDiff(open.document, diff) }),
    newRegionId: () => `new${(made += 1)}`,
    onMade: () => undefined,
    isReady: () => true,
    segment: () => new Promise((resolve) => answers.push(resolve)),
    onPrompts: () => undefined,
    onFailed: () => undefined,
    onLost: () => lost.push('lost'),
    onError: (error) => {
      throw error
    },
  })
  const rle = encodeRle({ ...size, data: new Uint8Array(12).fill(1, 3, 6) })
  const answer = async (): Promise<void> => {
    answers.shift()?.(rle)
    await new Promise((resolve) => setTimeout(resolve))
  }
  return { segmenting, answer, lost, regions: () => open.document.regions.map(({ id }) => id) }
}

test('a mask that is kept before it is there comes when it is', async () => {
  const { segmenting, answer, lost, regions } = desk()
  segmenting.run(click, 'after')
  segmenting.run({ type: 'keep' }, 'after')
  expect(regions()).toEqual([])
  await answer()
  expect(regions()).toEqual(['new1'])
  expect(lost).toEqual([])
})

test('who goes on before it is there is told that it was not kept', async () => {
  const { segmenting, answer, lost, regions } = desk()
  segmenting.run(click, 'after')
  segmenting.run({ type: 'keep' }, 'after')
  segmenting.run({ type: 'forget' }, 'after')
  expect(lost).toEqual(['lost'])
  await answer()
  expect(regions()).toEqual([])
  segmenting.run(click, 'after')
  segmenting.run({ type: 'forget' }, 'after')
  expect(lost).toEqual(['lost'])
})

test('what is placed while a kept mask is still coming is asked for after it, and kept where that was asked too', async () => {
  const { segmenting, answer, lost, regions } = desk()
  segmenting.run(click, 'after')
  segmenting.run({ type: 'keep' }, 'after')
  segmenting.run(click, 'after')
  await answer()
  expect(regions()).toEqual(['new1'])
  expect(segmenting.isBusy()).toBe(true)
  segmenting.run({ type: 'keep' }, 'after')
  segmenting.run(click, 'after')
  segmenting.run({ type: 'keep' }, 'after')
  await answer()
  expect(regions()).toEqual(['new1', 'new2'])
  await answer()
  expect(regions()).toEqual(['new1', 'new2', 'new3'])
  expect(segmenting.isBusy()).toBe(false)
  expect(lost).toEqual([])
})

test('clicks with a region chosen that was marked on another size of the image make another', async () => {
  const data = new Uint8Array(48).fill(1, 3, 6)
  const old = newRegion(
    { regionId: 'old', category: 'appeared', frame: 'after' },
    encodeRle({ width: 8, height: 6, data }),
  )
  const { segmenting, answer, regions } = desk({ regions: [old], selected: 'old' })
  segmenting.run(click, 'after')
  await answer()
  segmenting.run({ type: 'keep' }, 'after')
  expect(regions()).toEqual(['old', 'new1'])
})
