import type { Caption, PairDocument, Region } from '../../../src/domain/document'
import { touchedBy } from '../../../src/domain/touched'
import type { Touch } from '../../../src/domain/touched'
import { rleArea } from '../../../src/mask/rle'
import { text } from '../../text/chosen'
import { idsOf, partsOf } from './mine-diff'
import { changesOf, mineOf } from './stale-work'
import type { StaleWork } from './stale-work'

const words = text.others.stale

/** One part of the pair, as the person has it and as it is stored. */
export interface Row {
  readonly part: string
  readonly mine: string
  readonly theirs: string
  /** Masks may differ though their sizes do not. */
  readonly isOtherMask?: boolean
}

/** What the person touched. */
export function rowsOf(work: StaleWork, present: PairDocument): Row[] {
  const mine = mineOf(work)
  const touched = touchedBy(changesOf(work))
  const rows: Row[] = [
    ...idsOf(touched, 'region').flatMap((id) => regionRows(mine, present, id, touched)),
    ...idsOf(touched, 'caption').flatMap((id) => captionRows(mine, present, id, touched)),
    ...(touched.some(({ kind }) => kind === 'notes')
      ? [{ part: words.parts.notes, mine: mine.review.notes, theirs: present.review.notes }]
      : []),
    ...(work.edits.some(({ decision }) => decision !== null)
      ? [{ part: words.parts.decision, mine: stateOf(mine), theirs: stateOf(present) }]
      : []),
  ]
  return rows.filter(({ mine: one, theirs, isOtherMask = false }) => one !== theirs || isOtherMask)
}

function stateOf({ review }: PairDocument): string {
  const name = text.queue.states[review.state]
  return review.reviewer === null || review.reviewer === ''
    ? name
    : `${name}, ${text.review.state.by(review.reviewer)}`
}

function regionRows(mine: PairDocument, present: PairDocument, id: string, touched: readonly Touch[]): Row[] {
  const [own, stored] = [mine, present].map(({ regions }) => regions.find((region) => region.id === id))
  const name = regionName(present.regions, id) ?? regionName(mine.regions, id) ?? id
  if (own === undefined || stored === undefined) {
    const isThere = (region: Region | undefined): string => (region === undefined ? words.gone : words.there)
    return [{ part: words.parts.region(name), mine: isThere(own), theirs: isThere(stored) }]
  }
  const parts = partsOf(touched, 'region', id)
  const isWhole = parts.has('all')
  const area = ({ mask, beforeMask }: Region): string =>
    words.pixels(rleArea(mask) + (beforeMask === null ? 0 : rleArea(beforeMask)))
  const statuses = text.review.regions.status
  return [
    ...(isWhole || parts.has('mask')
      ? [
          {
            part: words.parts.mask(name),
            mine: area(own),
            theirs: area(stored),
            isOtherMask: masksOf(own) !== masksOf(stored),
          },
        ]
      : []),
    ...(isWhole || parts.has('category')
      ? [{ part: words.parts.category(name), mine: own.category, theirs: stored.category }]
      : []),
    ...(isWhole || parts.has('status')
      ? [{ part: words.parts.status(name), mine: statuses[own.status], theirs: statuses[stored.status] }]
      : []),
  ]
}

const masksOf = ({ mask, beforeMask }: Region): string => `${mask.counts} ${beforeMask?.counts ?? ''}`

function regionName(regions: readonly Region[], id: string): string | null {
  const index = regions.findIndex((region) => region.id === id)
  return index === -1 ? null : text.review.regions.region(index + 1, regions[index].category)
}

function captionRows(
  mine: PairDocument,
  present: PairDocument,
  id: string,
  touched: readonly Touch[],
): Row[] {
  const [own, stored] = [mine, present].map(({ captions }) => captions.find((caption) => caption.id === id))
  const said = (caption: Caption | undefined): string => caption?.text ?? words.gone
  const isPlaced = own !== undefined && stored !== undefined && partsOf(touched, 'caption', id).has('rank')
  return [
    { part: words.parts.caption, mine: said(own), theirs: said(stored) },
    ...(isPlaced
      ? [{ part: words.parts.rank, mine: words.place(own.rank), theirs: words.place(stored.rank) }]
      : []),
  ]
}

/** Whether masks of both are there, so that they can be joined. */
export function canJoin(work: StaleWork, present: PairDocument): boolean {
  const touched = touchedBy(changesOf(work))
  const mine = mineOf(work)
  return touched.some(
    ({ kind, id, part }) =>
      kind === 'region' &&
      (part === 'mask' || part === 'all') &&
      [mine, present].every(({ regions }) => regions.some((region) => region.id === id)),
  )
}

/** Ids of regions whose pictures are worth a look. */
export function paintedIds(work: StaleWork): string[] {
  return idsOf(touchedBy(changesOf(work)), 'region')
}
