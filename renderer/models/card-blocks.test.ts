import { expect, test } from 'vitest'
import { readCardBlocks } from './card-blocks'

test('a card is read as headings, paragraphs, lists and tables', () => {
  const card =
    '# Base\nA **CCRC** model:\nregions.\n\n## How\n\n- 3 sets, `blocks`\n  and more\n- seed 1\n\n| a | b |\n|---|--:|\n| 1 | .5 |\n| | x |\n'
  expect(readCardBlocks(card)).toEqual([
    { kind: 'heading', text: 'Base' },
    { kind: 'paragraph', text: 'A CCRC model: regions.' },
    { kind: 'heading', text: 'How' },
    { kind: 'list', items: ['3 sets, blocks and more', 'seed 1'] },
    {
      kind: 'table',
      head: ['a', 'b'],
      rows: [
        ['1', '.5'],
        ['', 'x'],
      ],
    },
  ])
  expect(readCardBlocks('')).toEqual([])
})

test('names of others in a card are shown as they are', () => {
  expect(
    readCardBlocks('# a \\*b\\* \\[c\\](d) \\<e>\n\n| x \\| y | z |\n|---|---|\n| \\`1\\` | \\_2\\_ |\n'),
  ).toEqual([
    { kind: 'heading', text: 'a *b* [c](d) <e>' },
    { kind: 'table', head: ['x | y', 'z'], rows: [['`1`', '_2_']] },
  ])
})
