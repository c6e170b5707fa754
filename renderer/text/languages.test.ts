import { expect, test } from 'vitest'
import { loadTexts } from './languages'
import { languageOf, localeOf, LANGUAGES } from '../../src/messages/languages'

test.each([
  [['de-CH', 'en'], 'de', 'de-CH'],
  [['fr-FR', 'zh-CN', 'de'], 'zh-Hans', 'zh-CN'],
  [['zh-TW', 'de-AT'], 'de', 'de-AT'],
  [['zh'], 'zh-Hans', 'zh'],
  [['en-GB', 'de'], 'en', 'en-GB'],
  [['fr', 'not a tag'], 'en', 'en'],
  [[], 'en', 'en'],
] as const)('a system that prefers %j gets %s, with numbers as in %s', (preferred, language, locale) => {
  expect(languageOf('system', preferred)).toBe(language)
  expect(localeOf(language, preferred)).toBe(locale)
})

test('a language that was chosen comes before what the system prefers', () => {
  expect(languageOf('de', ['en-US'])).toBe('de')
  expect(localeOf('de', ['en-US'])).toBe('de')
})

test('each language has its catalogue', async () => {
  const titles = await Promise.all(LANGUAGES.map(async (language) => (await loadTexts(language)).queue.title))
  expect(titles).toEqual(['Queue', '队列', 'Warteschlange'])
})
