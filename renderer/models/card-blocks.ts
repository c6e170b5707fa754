/** The few forms that cards are written in. */
export type CardBlock =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'list'; items: string[] }
  | { kind: 'table'; head: string[]; rows: string[][] }

/**
 * Markdown as cards use it: headings, paragraphs, lists, tables. Emphasis and code lose their signs, and a sign behind a
 * backslash is itself.
 */
export function readCardBlocks(markdown: string): CardBlock[] {
  const blocks: CardBlock[] = []
  for (const chunk of markdown.split(/\n{2,}/)) {
    const lines = chunk.split('\n').filter((line) => line.trim() !== '')
    while (lines.length > 0 && /^#{1,6} /.test(lines[0])) {
      blocks.push({ kind: 'heading', text: plain((lines.shift() ?? '').replace(/^#+ /, '')) })
    }
    if (lines.length > 0) {
      blocks.push(readChunk(lines))
    }
  }
  return blocks
}

function readChunk(lines: string[]): CardBlock {
  if (lines.every((line) => line.startsWith('|')) && /^[|:\s-]+$/.test(lines[1] ?? '')) {
    return { kind: 'table', head: cells(lines[0]), rows: lines.slice(2).map(cells) }
  }
  if (/^[-*] /.test(lines[0])) {
    const items: string[] = []
    for (const line of lines) {
      const isNew = /^[-*] /.test(line)
      items.push(isNew ? plain(line.slice(2)) : `${items.pop() ?? ''} ${plain(line.trim())}`)
    }
    return { kind: 'list', items }
  }
  return { kind: 'paragraph', text: plain(lines.join(' ')) }
}

function cells(line: string): string[] {
  return line
    .replace(/^\||\|\s*$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => plain(cell.trim()))
}

function plain(text: string): string {
  return text.replace(
    /\\([\\`*[\]<>|_])|\*\*(.+?)\*\*|`(.+?)`|\[(.+?)\]\([^)]*\)/g,
    (_, sign, bold, code, link) => String(sign ?? bold ?? code ?? link),
  )
}
