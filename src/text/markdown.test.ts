import { expect, test } from 'vitest'
import { asCode, asMarkdown } from './markdown'

test.each([
  ['plain name-2.png', 'plain name-2.png'],
  ['a|b', 'a\\|b'],
  ['<script>x</script>', '\\<script\\>x\\</script\\>'],
  ['[click](http://x)', '\\[click\\](http://x)'],
  ['one\n# two\r\n- three', 'one # two - three'],
  ['a\u2028b*c_d`e\\', 'a b\\*c_d\\`e\\\\'],
  ['_a_ b_c', '\\_a\\_ b_c'],
])('%j stays text in Markdown', (text, escaped) => {
  expect(asMarkdown(text)).toBe(escaped)
})

test('code ends where it should', () => {
  expect(asCode('a`b`\n| c')).toBe("`a'b' | c`")
})
