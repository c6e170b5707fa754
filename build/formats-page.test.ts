import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FORMATS_PAGE, withFormats } from './formats-page'

test('docs/formats.md is what the formats give: npm run write:formats', () => {
  const page = readFileSync(FORMATS_PAGE, 'utf8')
  expect(page).toBe(withFormats(page))
})
