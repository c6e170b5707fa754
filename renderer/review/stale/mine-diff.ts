import type { Caption, PairDocument, Region } from '../../../src/domain/document'
import type { Change, Diff } from '../../../src/domain/diff'
import type { Touch } from '../../../src/domain/touched'
import { emptyRle, rleArea, unionRle, xorRle } from '../../../src/mask/rle'
import type { Rle } from '../../../src/mask/rle'
import { oneAfterAnother, removeCaption, removeLinks, removeRegion, setNotes } from '../commands/edits'

/**
 * The edit that gives the touched parts of a document the values that they have in `mine`; all else stays as it is.
 * @param masks `joined` keeps the pixels of both masks of a region
 */
export function mineDiff(
  present: PairDocument,
  mine: PairDocument,
  touched: readonly Touch[],
  masks: 'mine' | 'joined',
): Diff {
  const steps = idsOf(touched, 'region').map(
    (id) => (document: PairDocument) => regionDiff(document, mine, partsOf(touched, 'region', id), id, masks),
  )
  const captionSteps = idsOf(touched, 'caption').map(
    (id) => (document: PairDocument) => captionDiff(document, mine, partsOf(touched, 'caption', id), id),
  )
  const hasNotes = touched.some(({ kind }) => kind === 'notes')
  const notes = (document: PairDocument): Diff => (hasNotes ? setNotes(document, mine.review.notes) : [])
  return oneAfterAnother(present, [...steps, ...captionSteps, notes])
}

type Part = Touch['part']

export function idsOf(touched: readonly Touch[], kind: Touch['kind']): string[] {
  const ids = touched.filter((touch) => touch.kind === kind && touch.part !== 'link').map(({ id }) => id)
  return [...new Set(ids)]
}

export function partsOf(touched: readonly Touch[], kind: Touch['kind'], id: string): ReadonlySet<Part> {
  return new Set(touched.filter((touch) => touch.kind === kind && touch.id === id).map(({ part }) => part))
}

function regionDiff(
  present: PairDocument,
  mine: PairDocument,
  parts: ReadonlySet<Part>,
  id: string,
  masks: 'mine' | 'joined',
): Diff {
  const [stored, own] = [present, mine].map(({ regions }) => regions.find((region) => region.id === id))
  if (own === undefined) {
    return masks === 'joined' ? [] : removeRegion(present, id)
  }
  if (stored === undefined) {
    return [{ type: 'region.add', region: own, index: present.regions.length }]
  }
  const isWhole = parts.has('all')
  return [
    ...(isWhole || parts.has('mask') ? maskDiff(stored, own, masks) : []),
    ...fieldsDiff(stored, own, isWhole ? ALL_PARTS : parts),
  ]
}

const ALL_PARTS: ReadonlySet<Part> = new Set(['category', 'status', 'score'])

function maskDiff(stored: Region, own: Region, masks: 'mine' | 'joined'): Diff {
  const [height, width] = stored.mask.size
  const before = (region: Region): Rle => region.beforeMask ?? emptyRle(width, height)
  const flips = [
    ['after', flip(stored.mask, own.mask, masks)],
    ['before', flip(before(stored), before(own), masks)],
  ] as const
  return flips
    .filter(([, rle]) => rleArea(rle) > 0)
    .map(([frame, rle]): Change => ({ type: 'region.mask', regionId: stored.id, frame, flip: rle }))
}

function flip(stored: Rle, own: Rle, masks: 'mine' | 'joined'): Rle {
  return xorRle(stored, masks === 'joined' ? unionRle(stored, own) : own)
}

function fieldsDiff(stored: Region, own: Region, parts: ReadonlySet<Part>): Diff {
  const fields = [
    ...(parts.has('category') ? (['category', 'name'] as const) : []),
    ...(parts.has('status') ? (['status'] as const) : []),
    ...(parts.has('score') ? (['score'] as const) : []),
  ].filter((field) => JSON.stringify(stored[field] ?? null) !== JSON.stringify(own[field] ?? null))
  const values = (region: Region): Partial<Region> =>
    Object.fromEntries(fields.map((field) => [field, region[field] ?? null]))
  return fields.length === 0
    ? []
    : [{ type: 'region.set', regionId: stored.id, from: values(stored), to: values(own) }]
}

function captionDiff(present: PairDocument, mine: PairDocument, parts: ReadonlySet<Part>, id: string): Diff {
  const [stored, own] = [present, mine].map(({ captions }) => captions.find((caption) => caption.id === id))
  if (own === undefined) {
    return removeCaption(present, id)
  }
  if (stored === undefined) {
    const added: Change = { type: 'caption.add', caption: own, index: present.captions.length }
    return [added, ...linksOf(present, mine, id)]
  }
  const hasText = parts.has('all') || parts.has('text')
  return [
    ...(hasText ? textDiff(present, mine, stored, own) : []),
    ...(parts.has('rank') && stored.rank !== own.rank
      ? [{ type: 'caption.set', captionId: id, from: { rank: stored.rank }, to: { rank: own.rank } } as const]
      : []),
  ]
}

/** With the links of the text, whose places are counted in it. */
function textDiff(present: PairDocument, mine: PairDocument, stored: Caption, own: Caption): Diff {
  const unlinked = removeLinks(present, ({ captionId }) => captionId === stored.id)
  const linked = linksOf(present, mine, own.id)
  const isSame = stored.text === own.text
  const gone = unlinked.map((change) => ('link' in change ? change.link : null)).reverse()
  const come = linked.map((change) => ('link' in change ? change.link : null))
  if (isSame && JSON.stringify(gone) === JSON.stringify(come)) {
    return []
  }
  const { text, source } = own
  return [
    ...unlinked,
    ...(isSame
      ? []
      : [
          {
            type: 'caption.set',
            captionId: stored.id,
            from: { text: stored.text, source: stored.source },
            to: { text, source },
          } as const,
        ]),
    ...linked,
  ]
}

/** Links of my caption to regions that are there. */
function linksOf(present: PairDocument, mine: PairDocument, captionId: string): Diff {
  const others = present.links.filter((link) => link.captionId !== captionId)
  return mine.links
    .filter((link) => link.captionId === captionId && !others.some(({ id }) => id === link.id))
    .filter((link) => present.regions.some(({ id }) => id === link.regionId))
    .map((link, index): Change => ({ type: 'link.add', link, index: others.length + index }))
}
