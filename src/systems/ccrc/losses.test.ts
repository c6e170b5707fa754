import { expect, test } from 'vitest'
import { infoNce, input } from '../../graph'
import { runGraph } from '../../graph/testing.node'
import { agreementLoss } from './losses'

const features = 6

/** Of as many pairs as there are counts, and by the usual InfoNCE. */
async function agreement(counts: readonly number[]): Promise<{ own: number; usual: number }> {
  const [words, seen] = ['words', 'seen'].map((name) => input(name, ['batch', features]))
  const rows = (phase: number) => ({
    values: Float32Array.from({ length: counts.length * features }, (_, at) => Math.sin(7 * at + phase)),
    shape: [counts.length, features],
  })
  const { own, usual } = await runGraph(
    { own: agreementLoss(words, seen, input('counts', ['batch'])), usual: infoNce(words, seen, 0.1) },
    { words: rows(1), seen: rows(2), counts: { values: counts, shape: [counts.length] } },
  )
  return { own: own.values[0], usual: usual.values[0] }
}

test('words and sight agree by InfoNCE among the pairs that count, as if the others were not there', async () => {
  const [three, four] = [await agreement([1, 1, 1]), await agreement([1, 1, 1, 0])]
  expect(three.own).toBeCloseTo(three.usual, 5)
  expect(four.own).toBeCloseTo(three.own, 5)
  expect(four.usual).not.toBeCloseTo(three.usual, 2)
  expect((await agreement([0, 0])).own).toBeCloseTo(0, 6)
})
