import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { uniformAt } from '../../graph/random'
import { trainSmallCnn } from './small-cnn'

test('the example of docs/graph.md trains on its synthetic data', async () => {
  let index = 0
  expect(await trainSmallCnn(() => uniformAt(5, index++))).toBeGreaterThan(0.95)
})

test('docs/graph.md shows the example as it is here, in under 60 lines', () => {
  const code = readFileSync(new URL('small-cnn.ts', import.meta.url), 'utf8')
  const page = readFileSync(new URL('../../../docs/graph.md', import.meta.url), 'utf8')
  const shown = /```ts\n(\/\/ small-cnn\.ts\n)([^]*?)```/.exec(page)?.[2]
  expect(shown).toBe(code)
  expect(code.split('\n').filter((line) => line.trim() !== '').length).toBeLessThan(60)
})
