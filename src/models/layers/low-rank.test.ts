import { expect, test } from 'vitest'
import { Parameters, inference, input, nn } from '../../graph'
import type { Tensor } from '../../graph'
import { ReferenceModel, noise } from '../reference.node'
import { NEAR, distance, batchOfOne, runMatrix } from '../testing.node'
import { lowRankParameters, mergeLowRank } from './low-rank'

const x = input('x', [1, 3, 8])
const feeds = { x: batchOfOne(noise(3, 8, 1)) }

function layer(p: Parameters): Tensor {
  return nn.selfAttention(p.scope('self'), 8, { heads: 2 })(x, inference).output
}

test('new adapters change nothing; a merged model computes what the adapted one does', async () => {
  const plain = Parameters.create()
  const before = layer(plain)
  const adapted = lowRankParameters({ rank: 2, alpha: 4 })
  const after = layer(adapted)
  const model = new ReferenceModel(adapted.list(), 3)
  const said = () => runMatrix(after, feeds, model.values)
  expect(distance(await said(), await runMatrix(before, feeds, model.values))).toBeLessThan(NEAR)

  const up = model.values.get('self.project.weight.lowRankUp')
  up?.forEach((_, at) => (up[at] = 0.1 * ((at % 7) - 3)))
  expect(distance(await said(), await runMatrix(before, feeds, model.values))).toBeGreaterThan(0.01)
  const merged = mergeLowRank(adapted.list(), model.values, { rank: 2, alpha: 4 })
  expect([...merged.keys()].sort()).toEqual(
    plain
      .list()
      .map(({ source }) => source.name)
      .sort(),
  )
  expect(distance(await said(), await runMatrix(before, feeds, merged))).toBeLessThan(NEAR)
})
