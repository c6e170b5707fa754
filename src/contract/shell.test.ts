import { expect, test } from 'vitest'
import { languagesArgument, languagesOfArguments } from './shell'

test('languages of the system come to the page among its arguments, in their order', () => {
  const argv = ['electron', '--type=renderer', languagesArgument(['de-DE', 'de', 'en'])]
  expect(languagesOfArguments(argv, ['en-US'])).toEqual(['de-DE', 'de', 'en'])
})

test('a page that was told of none goes by the browser', () => {
  expect(languagesOfArguments(['electron', '--type=renderer'], ['fr', 'de'])).toEqual(['fr', 'de'])
  expect(languagesOfArguments(['electron', languagesArgument([])], ['fr', 'de'])).toEqual(['fr', 'de'])
})
