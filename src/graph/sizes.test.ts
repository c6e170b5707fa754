import { describe, expect, test } from 'vitest'
import { add } from './ops/arithmetic'
import { concat, expand } from './ops/layout'
import { mean } from './ops/reduce'
import { resizeBilinear } from './ops/resize'
import { sizeProduct, sizeQuotient, sizeSum } from './shape'
import { input, sizeTensor } from './tensor'
import { runGraph } from './testing.node'

const rows = input('rows', ['batch', 2])

describe('sizes known only at run time', () => {
  test('are multiplied, divided and added as far as that is known', () => {
    expect(sizeProduct('test', [2, 'batch', 3])).toBe('6*batch')
    expect(sizeProduct('test', [0, 'batch'])).toBe(0)
    expect(sizeQuotient('6*batch', 'batch')).toBe(6)
    expect(sizeQuotient('6*batch', 3)).toBe('2*batch')
    expect(sizeQuotient('6*batch', 4)).toBeNull()
    expect(sizeQuotient(6, 'batch')).toBeNull()
    expect(sizeSum('test', ['batch', '2*batch'])).toBe('3*batch')
  })

  test('are counted when the model runs', async () => {
    const outputs = { twice: sizeTensor('2*batch'), once: sizeTensor('batch'), y: rows }
    const { twice, once } = await runGraph(
      { ...outputs, y: add(rows, 1) },
      {
        rows: { values: [1, 2, 3, 4, 5, 6], shape: [3, 2] },
      },
    )
    expect([once.values, twice.values]).toEqual([[3], [6]])
  })
})

describe('what changes nothing adds no node', () => {
  const x = input('x', [1, 2, 4, 4])
  test.each([
    ['a resize to the same size', resizeBilinear(x, 4, 4)],
    ['a mean over no axis', mean(x, { axes: [] })],
    ['an expansion to the same shape', expand(x, [1, 2, 4, 4])],
    ['one part alone', concat([x], 1)],
  ])('%s', (_, y) => {
    expect(y).toBe(x)
  })
})
