import { expect, test } from 'vitest'
import { gradients } from './gradients'
import { sum } from './ops/reduce'
import { sampleAt } from './ops/resize'
import { runGraph } from './testing.node'
import { input } from './tensor'

const x = input('x', [1, 1, 2, 2])
const places = input('places', [1, 1, 5, 2])

test('values are taken between pixel centres, and the edge continues beyond it', async () => {
  const { y } = await runGraph(
    { y: sampleAt(x, places) },
    {
      x: { values: [1, 2, 3, 4], shape: [1, 1, 2, 2] },
      // the four centres' middle, two centres, halfway between two, and far outside
      places: { values: [0, 0, -0.5, -0.5, 0.5, 0.5, 0, 0.5, 9, -9], shape: [1, 1, 5, 2] },
    },
  )
  expect(y.shape).toEqual([1, 1, 1, 5])
  expect(y.values).toEqual([2.5, 1, 4, 3.5, 2])
})

test('the sampled tensor gets no gradient', async () => {
  const [slope] = gradients(sum(sampleAt(x, places)), [x])
  const { g } = await runGraph({ g: slope })
  expect(g.values).toEqual([0, 0, 0, 0])
})
