import { expect, test } from 'vitest'
import { input } from '../../graph'
import { runGraph } from '../../graph/testing.node'
import { changeLoss, hasKnownMasks, maskLoss } from './pair-losses'
import { MASK_SIDE } from './sizes'

const count = 2 * MASK_SIDE ** 2
/** Pixels of the first pair's mask. */
const size = 500

/** Of a pair with a mask, and as many as `bare` with a change and without. */
async function losses(bare: number): Promise<Record<'marked' | 'mask', readonly number[]>> {
  const n = 1 + bare
  const pixels = ['batch', 2, MASK_SIDE, MASK_SIDE]
  const inputs = { masks: input('masks', pixels), hasChange: input('hasChange', ['batch']) }
  const changed = input('changed', pixels)
  const marked = hasKnownMasks(inputs)
  const fill = (valueAt: (at: number) => number) => ({
    values: Float32Array.from({ length: n * count }, (_, at) => valueAt(at)),
    shape: [n, 2, MASK_SIDE, MASK_SIDE],
  })
  const result = await runGraph(
    { marked, mask: maskLoss(changed, inputs) },
    {
      masks: fill((at) => (at < size ? 1 : 0)),
      changed: fill((at) => logitAt(at % count)),
      hasChange: { values: new Float32Array(n).fill(1), shape: [n] },
    },
  )
  const valuesOf = (name: string): number[] => [...result[name].values]
  return { marked: valuesOf('marked'), mask: valuesOf('mask') }
}

/** A logit. */
function logitAt(at: number): number {
  return 1.1 + Math.sin(at)
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

test('a pair with a change and without a mask has no mask loss', async () => {
  const [alone, both] = [await losses(0), await losses(1)]
  expect([alone.marked, both.marked]).toEqual([[1], [1, 0]])
  const probabilities = Array.from({ length: count }, (_, at) => 1 / (1 + Math.exp(-logitAt(at))))
  const dice = 1 - (2 * sum(probabilities.slice(0, size)) + 1) / (sum(probabilities) + size + 1)
  expect(both.mask[0] - dice).toBeCloseTo((alone.mask[0] - dice) / 2, 3)
})

test('a pair without a change label has no change loss and no mask loss', async () => {
  const [logits, changed] = ['logits', 'hasChange'].map((name) => input(name, ['batch']))
  const masks = input('masks', ['batch', 2, MASK_SIDE, MASK_SIDE])
  const { loss, marked } = await runGraph(
    { loss: changeLoss(logits, changed), marked: hasKnownMasks({ masks, hasChange: changed }) },
    {
      logits: { values: [0, 4, -9], shape: [3] },
      hasChange: { values: [0, 1, -1], shape: [3] },
      masks: { values: new Float32Array(3 * count).fill(1, count, count + size), shape: [3, 2, 128, 128] },
    },
  )
  expect(loss.values[0]).toBeCloseTo((0.5 * (Math.log(2) + Math.log1p(Math.exp(-4)))) / 3, 6)
  expect([...marked.values]).toEqual([1, 1, 0])
})
