import { expect, test } from 'vitest'
import { TOKENS } from '../../layers/sizes'
import { IGNORED } from '../../layers/training-inputs'
import { emptyBatch, sliceBatch, writeNoRegion } from './synthetic-batches'

/** Coverage of each token: two have a change. */
const CHANGED = Float32Array.from({ length: 2 * TOKENS }, (_, token) => ({ 3: 1, 300: 0.1 })[token] ?? 0)

/** Anchor and category of an unused slot. @param draws of the tokens, the last one again and again */
function unused(objects: ReadonlySet<number>, needsObject: boolean, draws: number[]) {
  const slice = sliceBatch(emptyBatch(1), 0, 1)
  const [beforeObjects, afterObjects] = [0, TOKENS].map((first) =>
    Uint8Array.from({ length: TOKENS }, (_, token) => (objects.has(first + token) ? 1 : 0)),
  )
  let count = 0
  const random = (): number => {
    const draw = draws[Math.min(count, draws.length) - 1] ?? 0
    return count++ === 0 ? (needsObject ? 0 : 1) : (draw + 0.5) / (2 * TOKENS)
  }
  writeNoRegion(slice, 1, CHANGED, { beforeObjects, afterObjects }, random)
  return { token: Number(slice.anchors.data[1]), category: Number(slice.categories.data[1]), count }
}

test('an unused slot is at a token without a change, that shows an object where one was found', () => {
  expect(unused(new Set([3, 7]), true, [3, 5, 7, 8])).toEqual({ token: 7, category: 0, count: 4 })
  expect(unused(new Set(), false, [3, 5, 7])).toEqual({ token: 5, category: 0, count: 3 })
  // none shows an object
  expect(unused(new Set(), true, [5, 7, 300, 3])).toEqual({ token: 7, category: 0, count: 31 })
})

test('an unused slot teaches nothing where no token without a change was found', () => {
  expect(unused(new Set([3]), true, [300, 3])).toMatchObject({
    category: IGNORED,
    count: 31,
  })
})
