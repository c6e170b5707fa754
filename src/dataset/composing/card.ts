import { asMarkdown } from '../../text/markdown'
import type { ComposeOrder } from './order'
import type { LeftOutSource, SourceFile } from './coco-list'

/** Left-out sources that are listed one by one. */
const MAX_LISTED = 200

interface CardFacts {
  readonly order: ComposeOrder
  /** By kind of change. */
  readonly kinds: ReadonlyMap<string, number>
  readonly used: readonly SourceFile[]
  readonly leftOut: readonly LeftOutSource[]
}

/** The data card, README.md of a composed set. It carries no date: the same pairs give the same bytes. */
export function composedCard({ order, kinds, used, leftOut }: CardFacts): string {
  const photographs = used.filter(({ kind }) => kind === 'photograph')
  const side = order.heldOut
    ? 'Its sources are the one in ten that is held out by the hash of its bytes: no training set holds them.'
    : 'One source in ten is held out by the hash of its bytes, for tests: this set holds none of them.'
  return [
    '# Pairs composed from photographs',
    'Written by Deltascribe: pairs of a photograph with things laid in, moved, replaced, recoloured or painted, masks in ' +
      'both frames, and captions. None shows a place at two times.',
    `${order.count} pairs of ${order.width} x ${order.height} pixels, seed ${order.seed}. ${side}`,
    '`contact-sheet.png` shows the first of them: before, after, mask; `contact-sheet.txt` has their captions.',
    '## Changes',
    table(
      ['change', 'pairs'],
      [...kinds].sort(([a], [b]) => (a < b ? -1 : 1)).map(([kind, count]) => [kind, String(count)]),
    ),
    '## Licences',
    'The pairs are works made from the files below, and each licence goes along. "Not stated" means that the lists ' +
      'given name none: ask whoever made the file.',
    table(['licence', 'files'], licencesOf(used)),
    '## Sources',
    `${photographs.length} photographs and ${used.length - photographs.length} cutouts. A thing that was cut from a ` +
      'photograph is listed with it.',
    table(
      ['file', 'kind', 'licence', 'origin', 'SHA-256'],
      used.map(({ name, kind, licence, origin, sha256 }) => [
        name,
        kind,
        licence ?? 'not stated',
        origin ?? 'not stated',
        sha256.slice(0, 16),
      ]),
    ),
    '## Left out',
    leftOut.length === 0 ? 'Nothing.' : leftOutList(leftOut),
  ]
    .join('\n\n')
    .concat('\n')
}

function licencesOf(used: readonly SourceFile[]): string[][] {
  const counts = new Map<string, number>()
  for (const { licence } of used) {
    counts.set(licence ?? 'not stated', (counts.get(licence ?? 'not stated') ?? 0) + 1)
  }
  return [...counts]
    .sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
    .map(([licence, count]) => [licence, String(count)])
}

function leftOutList(leftOut: readonly LeftOutSource[]): string {
  const lines = leftOut
    .slice(0, MAX_LISTED)
    .map(({ name, reason }) => `- ${asMarkdown(name)}: ${asMarkdown(reason)}`)
  const more = leftOut.length - lines.length
  return [...lines, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n')
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows.map((row) => row.map(asMarkdown))]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n')
}
