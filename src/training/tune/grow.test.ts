import { expect, test } from 'vitest'
import { initialValues } from '../../graph'
import { ccrcLayout } from '../../systems/ccrc/inference'
import { trainTokenizer } from '../../text/bpe/train'
import { growCategories, growWeights, newWords } from './grow'

test('words that stand in two captions become tokens; ids and rows that were there stay', () => {
  const tokenizer = trainTokenizer(['the red cube is gone', 'the red cube is gone'], 290)
  const words = newWords(['a mousebite here', 'one mousebite', 'a spur', 'the cube'], tokenizer)
  expect(words).toEqual(['mousebite'])
  const grown = tokenizer.addWords(words)
  expect(grown.encode('the red cube')).toEqual(tokenizer.encode('the red cube'))
  expect(grown.encode('mousebite')).toEqual([tokenizer.size])
  const categories = growCategories(['drop', 'add'], ['spur', 'add', 'open'])
  expect(categories).toEqual(['drop', 'add', 'open', 'spur'])

  const small = ccrcLayout({ categories: 2, words: tokenizer.size }).parameters
  const large = ccrcLayout({ categories: 4, words: grown.size }).parameters
  const values = initialValues(small, 3)
  const more = growWeights(values, { tokenizer, categories: 2 }, { tokenizer: grown, categories: 4 })
  for (const { shape, source } of large) {
    expect(more.get(source.name)?.length).toBe(shape.reduce((size, length) => size * length, 1))
  }
  const table = more.get('caption.words.weight')!
  const old = values.get('caption.words.weight')!
  expect(table.subarray(0, old.length)).toEqual(old)
  const parts = tokenizer.encode('mousebite')
  const mean = parts.reduce((sum, part) => sum + old[part * 128], 0) / parts.length
  expect(table[tokenizer.size * 128]).toBeCloseTo(mean, 6)
  const [bias, before] = [more.get('regions.category.bias')!, values.get('regions.category.bias')!]
  expect(bias.subarray(0, 3)).toEqual(before)
})
