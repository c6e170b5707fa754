import { expect, test } from 'vitest'
import { captionLine } from './caption-line'

function failureOf(answer: string, isCut = false): string {
  try {
    return `taken: ${captionLine(answer, 'seer', isCut)}`
  } catch (error) {
    return String(error)
  }
}

test.each([
  ['plain lines', ' a house\n was  built ', 'a house was built'],
  ['thoughts', '<think>Region 1 is a man.\nSure.</think>\n\nA man walks.', 'A man walks.'],
  ['thoughts that the template opened', 'Region 1 is a man.</think> A man walks.', 'A man walks.'],
  ['thoughts in other marks', '◁think▷A man?◁/think▷A man walks.', 'A man walks.'],
  ['an answer in marks', '<think>So.</think><answer>A man walks.</answer>', 'A man walks.'],
  ['a boxed answer', '<|begin_of_box|>A man walks.<|end_of_box|>', 'A man walks.'],
  ['a fence', '```\nA man walks.\n```', 'A man walks.'],
  ['a fence in one line', '```A man walks.```', 'A man walks.'],
  ['JSON in a fence', '```json\n{"caption": "A man walks."}\n```', 'A man walks.'],
  ['JSON', '{"caption": "A man walks."}', 'A man walks.'],
  ['a list of one', '["A man walks."]', 'A man walks.'],
  ['a quoted sentence', '"A man walks."', 'A man walks.'],
  ['quoted words', 'The sign "open" is gone.', 'The sign "open" is gone.'],
  ['comparisons', 'The area is < 5 % and > 1 %.', 'The area is < 5 % and > 1 %.'],
])('of %s the sentence is left', (_of, answer, caption) => {
  expect(captionLine(answer, 'seer', false)).toBe(caption)
})

test.each([
  ['a fence that does not end', '```' + ' \n'.repeat(500_000) + 'x', 'taken: ``` x'],
  ['thoughts in thoughts', '<think>'.repeat(150_000), 'seer gave an empty answer'],
  ['blanks', ' '.repeat(1_000_000), 'seer gave an empty answer'],
])('a megabyte of %s is read', (_of, answer, said) => {
  expect(failureOf(answer)).toContain(said)
})

test.each(['  ', '<think>Let me look at both', '<think>A man.</think>', '```\n```', '{"caption": ""}'])(
  '%j is an empty answer',
  (answer) => {
    expect(failureOf(answer)).toContain('seer gave an empty answer')
    expect(failureOf(answer, true)).toContain('It ran out of its length')
  },
)

test('thoughts that do not end are told as such', () => {
  expect(failureOf('<think>Let me look at both')).toContain('does not think aloud')
})

test('half a sentence is no caption', () => {
  expect(failureOf('A man walks in the mid', true)).toContain('was cut off')
  expect(failureOf('<think>So.</think>A man walks in the mid', true)).toContain('was cut off')
})

test('more than a caption holds is none', () => {
  expect(captionLine('a'.repeat(2000), 'seer', false)).toHaveLength(2000)
  expect(failureOf('Wort '.repeat(2000))).toContain('longer than 2000 characters')
})

test.each(['{"before": "a man", "after": "two men"}', '[]', '{"regions": [1, 2]}', '3'])(
  '%s is data, not a sentence',
  (answer) => {
    expect(failureOf(answer)).toContain('data')
  },
)
