import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DatasetFormat } from '../src/dataset/formats/format'
import { formats } from '../src/dataset/formats/list'
import { root } from './build'

export const FORMATS_PAGE = join(root, 'docs', 'formats.md')

/** The page with its marked parts written anew; all else stays. */
export function withFormats(page: string): string {
  return replacePart(replacePart(page, 'table', tableOfFields()), 'paragraphs', paragraphs())
}

/** @throws Error where the page lacks the marks of the part */
function replacePart(page: string, part: string, text: string): string {
  const [begin, end] = [`<!-- ${part}: npm run write:formats -->\n`, `\n<!-- end of ${part} -->`]
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from < 0 || to < from) {
    throw new Error(`docs/formats.md has no part "${part}" between its marks.`)
  }
  return `${page.slice(0, from + begin.length)}\n${text}\n${page.slice(to)}`
}

const HEAD = ['format', 'masks', 'categories', 'before masks', 'scores, origins', 'captions', 'commands for']

const WORDS = {
  masks: { regions: 'each region', classes: 'one a class', union: 'one' },
  categories: { all: 'all', some: 'its own', none: 'no' },
  beforeMasks: { masks: 'masks', boxes: 'a box', none: 'no' },
  captions: { all: 'all', five: 'five' },
} as const

/** Formats that carry more come first; equal ones stay in the order of the list. */
function tableOfFields(): string {
  const wholeFirst = [
    ...formats.filter(({ writer }) => writer.supports.details === 'all'),
    ...formats.filter(({ writer }) => writer.supports.details !== 'all'),
  ]
  const rows = [HEAD, ...wholeFirst.map(rowOf)]
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column].length)))
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`
  const [head, ...others] = rows.map(line)
  return [head, line(widths.map((width) => '-'.repeat(width))), ...others].join('\n')
}

function rowOf({ name, page, trainer, writer }: DatasetFormat): string[] {
  const { supports } = writer
  return [
    `\`${name}\``,
    page.carries?.masks ?? WORDS.masks[supports.masks],
    page.carries?.categories ?? WORDS.categories[supports.categories],
    WORDS.beforeMasks[supports.beforeMasks],
    { all: 'yes', captions: 'origins of captions', none: 'no' }[supports.details],
    page.carries?.captions ?? WORDS.captions[supports.captions],
    trainer?.name ?? '',
  ]
}

function paragraphs(): string {
  return formats.map(({ name, title, page }) => `**${title}** (\`${name}\`). ${page.text}`).join('\n\n')
}

/** `npm run write:formats` writes the parts of docs/formats.md that follow from the formats. */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(FORMATS_PAGE, withFormats(readFileSync(FORMATS_PAGE, 'utf8')))
}
