import { expect, test } from 'vitest'
import { initialValues } from '../graph'
import { ccrcLayout } from '../models/ccrc/network/stages'
import { cheersNetwork } from '../models/cheers/network/family'
import { trainTokenizer } from '../text/bpe/train'
import { newWords } from './new-words'
import { extendCategories, resizeEmbeddings, resizeWordEmbeddings } from './resize-embeddings'

test('words that stand in two captions become tokens; ids and rows that were there stay', () => {
  const tokenizer = trainTokenizer(['the red cube is gone', 'the red cube is gone'], 290)
  const words = newWords(['a mousebite here', 'one mousebite', 'a spur', 'the cube'], tokenizer)
  expect(words).toEqual(['mousebite'])
  expect(newWords(['a (panel', 'a panel and a panel'], tokenizer)).toEqual(['panel'])
  const resized = tokenizer.addWords(words)
  expect(resized.encode('the red cube')).toEqual(tokenizer.encode('the red cube'))
  expect(resized.encode('mousebite')).toEqual([tokenizer.size])
  const categories = extendCategories(['drop', 'add'], ['spur', 'add', 'open'])
  expect(categories).toEqual(['drop', 'add', 'open', 'spur'])

  const small = ccrcLayout({ categories: 2, words: tokenizer.size }).parameters
  const large = ccrcLayout({ categories: 4, words: resized.size }).parameters
  const values = initialValues(small, 3)
  const more = resizeEmbeddings(values, { tokenizer, categories: 2 }, { tokenizer: resized, categories: 4 })
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

test('a new word gets an entry in every table of words that a family has, and all else stays', () => {
  const tokenizer = trainTokenizer(['the red cube is gone', 'the red cube is gone'], 290)
  const resized = tokenizer.addWords(['mousebite'])
  const [parts, network] = [tokenizer.encode('mousebite'), cheersNetwork]
  const [small, large] = [tokenizer, resized].map(({ size }) => network.build({ words: size, categories: 2 }))
  const values = initialValues(small.parameters, 3)
  const more = resizeWordEmbeddings(
    values,
    { tokenizer, parameters: small.parameters },
    { tokenizer: resized, parameters: large.parameters },
  )
  const changed = large.parameters.filter(({ source: { name } }) => more.get(name) !== values.get(name))
  expect(changed.map(({ source }) => source.name).sort()).toEqual([
    'caption.output.bias',
    'caption.output.weight',
    'caption.words.weight',
    'dual.text.words.weight',
  ])
  for (const { shape, source } of large.parameters) {
    expect(more.get(source.name)?.length).toBe(shape.reduce((size, length) => size * length, 1))
  }
  const [old, now] = [values, more].map((all) => all.get('dual.text.words.weight')!)
  const features = old.length / tokenizer.size
  expect(now.subarray(0, old.length)).toEqual(old)
  const mean = parts.reduce((sum, part) => sum + old[part * features], 0) / parts.length
  expect(now[old.length]).toBeCloseTo(mean, 6)
  const other = network.build({ words: resized.size, categories: 2 }, ['gate']).parameters
  expect(() =>
    resizeWordEmbeddings(
      values,
      { tokenizer, parameters: other.slice(1) },
      { tokenizer: resized, parameters: large.parameters },
    ),
  ).toThrow('is no table of words')
})
