import { expect, test } from 'vitest'
import type { OpenPair } from '../../../src/contract/pairs'
import { applyDiff } from '../../../src/domain/diff'
import { emptyDocument } from '../../../src/domain/document'
import type { Region } from '../../../src/domain/document'
import { encodeRle } from '../../../src/mask/rle'
import type { Rle } from '../../../src/mask/rle'
import { createMaskStore } from '../paint/mask-store'
import type { MaskSource, RequestEffect } from '../tools/tool'
import { newRegion } from './shown-masks'
import { RequestedMask } from './requested-mask'
import type { RequestHost } from './requested-mask'

const click: RequestEffect = {
  type: 'request',
  isHover: false,
  prompts: { points: [{ x: 1, y: 1, isInside: true }], box: null },
}
const size = { width: 4, height: 3 }

/** A pair, what was said, and a model that answers when the test says so. */
function desk({ regions = [] as Region[], selected = null as string | null } = {}) {
  let open = { pair: { id: 1 }, document: { ...emptyDocument(), regions } } as OpenPair
  const answers: ((rle: Rle) => void)[] = []
  const lost: string[] = []
  let made = 0
  const source: MaskSource = {
    isReady: () => true,
    request: () => new Promise((resolve) => answers.push(resolve)),
    labels: { added: 'added', changed: 'changed' },
  }
  const host: RequestHost = {
    open: () => open,
    selectedRegionId: () => selected,
    category: () => 'appeared',
    edit: (_, diff) => (open = { ...open, document: applyDiff(open.document, diff) }),
    newRegionId: () => `new${(made += 1)}`,
    showPrompts: () => undefined,
    showMask: () => undefined,
    notifyLost: () => lost.push('lost'),
    notifyError(error) {
      throw error
    },
  }
  const requested = new RequestedMask(createMaskStore(size.width, size.height), host, () => undefined)
  const run = (effect: RequestEffect): void => requested.run(effect, 'after', source)
  const isBusy = (): boolean => requested.isBusy(source)
  const rle = encodeRle({ ...size, data: new Uint8Array(12).fill(1, 3, 6) })
  const answer = async (): Promise<void> => {
    answers.shift()?.(rle)
    await new Promise((resolve) => setTimeout(resolve))
  }
  return { run, isBusy, answer, lost, regions: () => open.document.regions.map(({ id }) => id) }
}

test('a mask that is kept before it is there comes when it is', async () => {
  const { run, answer, lost, regions } = desk()
  run(click)
  run({ type: 'keep' })
  expect(regions()).toEqual([])
  await answer()
  expect(regions()).toEqual(['new1'])
  expect(lost).toEqual([])
})

test('who goes on before it is there is told that it was not kept', async () => {
  const { run, answer, lost, regions } = desk()
  run(click)
  run({ type: 'keep' })
  run({ type: 'drop' })
  expect(lost).toEqual(['lost'])
  await answer()
  expect(regions()).toEqual([])
  run(click)
  run({ type: 'drop' })
  expect(lost).toEqual(['lost'])
})

test('what is placed while a kept mask is still coming is asked for after it, and kept where that was asked too', async () => {
  const { run, isBusy, answer, lost, regions } = desk()
  run(click)
  run({ type: 'keep' })
  run(click)
  await answer()
  expect(regions()).toEqual(['new1'])
  expect(isBusy()).toBe(true)
  run({ type: 'keep' })
  run(click)
  run({ type: 'keep' })
  await answer()
  expect(regions()).toEqual(['new1', 'new2'])
  await answer()
  expect(regions()).toEqual(['new1', 'new2', 'new3'])
  expect(isBusy()).toBe(false)
  expect(lost).toEqual([])
})

test('clicks with a region chosen that was marked on another size of the image make another', async () => {
  const data = new Uint8Array(48).fill(1, 3, 6)
  const old = newRegion(
    { regionId: 'old', category: 'appeared', frame: 'after' },
    encodeRle({ width: 8, height: 6, data }),
  )
  const { run, answer, regions } = desk({ regions: [old], selected: 'old' })
  run(click)
  await answer()
  run({ type: 'keep' })
  expect(regions()).toEqual(['old', 'new1'])
})
