import { create } from 'zustand'
import type { Region, Link, PairDocument } from '../../../src/domain/document'
import { notify } from '../../state/notices'
import { text } from '../../text/chosen'
import { useReviewDocument, applyEdit } from '../document'
import { isCurrentPairShown, useReviewSession } from '../session'
import { commitDrafts } from './drafts'
import { setCategory, removeRegion } from './edits'
import { showPanels } from '../../state/fields'
import { UNNAMED } from '../../../src/domain/document'
import type { Change, Diff } from '../../../src/domain/diff'

const { labels, names: words } = text.review

/** The region whose menu of names is open. */
export const useNameMenu = create<{ regionId: string | null }>()(() => ({ regionId: null }))

export function openNameMenu(): void {
  const region = regionInHand(({ name }) => name != null, words.nothingNamed)
  if (region !== null) {
    showPanels()
    showNames(region.id)
  }
}

export function showNames(regionId: string): void {
  commitDrafts()
  useNameMenu.setState({ regionId })
}

export function closeNames(): void {
  useNameMenu.setState({ regionId: null })
}

export function chooseName(regionId: string, word: string): void {
  applyEdit(labels.category(word), (document) => setCategory(document, regionId, word))
}

export function removeName(): void {
  const region = regionInHand(({ name }) => name != null, words.nothingNamed)
  if (region !== null) {
    removeNameOf(region.id)
  }
}

export function removeNameOf(regionId: string): void {
  commitDrafts()
  if (applyEdit(labels.nameRemove, (document) => takeNameAway(document, regionId)) === null) {
    notify('info', words.hasNone)
  }
}

export function separate(): void {
  const region = regionInHand(isJoined, words.nothingJoined)
  if (region !== null) {
    separateRegion(region)
  }
}

export function separateRegion({ id, parts = [] }: Region): void {
  commitDrafts()
  const ids = parts.map(() => crypto.randomUUID())
  if (applyEdit(labels.takeApart, (document) => takeApart(document, id, ids)) === null) {
    notify('info', words.isOne)
  } else {
    useReviewSession.getState().selectRegion(ids[0])
  }
}

function isJoined({ parts = [] }: Region): boolean {
  return parts.length > 0
}

/** The chosen region, else the first that fits, which is chosen then; null, after a notice, where there is none. */
function regionInHand(fits: (region: Region) => boolean, none: string): Region | null {
  const { open } = useReviewDocument.getState()
  if (open === null || !isCurrentPairShown()) {
    return null
  }
  const { regions } = open.document
  const { selectedRegionId, selectRegion } = useReviewSession.getState()
  const chosen = regions.find(({ id }) => id === selectedRegionId)
  const found = chosen ?? regions.find((region) => region.status !== 'rejected' && fits(region))
  if (found === undefined) {
    notify('info', none)
    return null
  }
  selectRegion(found.id)
  return found
}

/** Diffs for names and joined regions. Each is empty where nothing would change. */

/** Removes the source of the name too, so that nothing is left of the name. */
function takeNameAway(document: PairDocument, regionId: string): Diff {
  const region = document.regions.find(({ id }) => id === regionId)
  if (region === undefined || (region.category === UNNAMED && region.name == null)) {
    return []
  }
  const from = { category: region.category, name: region.name ?? null }
  return [{ type: 'region.set', regionId, from, to: { category: UNNAMED, name: null } }]
}

/**
 * Replaces a joined region by its parts, each a proposed region without a name. Links of words to the region become
 * links to the first part.
 * @param ids of the parts
 */
function takeApart(document: PairDocument, regionId: string, ids: readonly string[]): Diff {
  const index = document.regions.findIndex(({ id }) => id === regionId)
  const joined = document.regions.at(index)
  if (index === -1 || joined?.parts === undefined || joined.parts.length === 0) {
    return []
  }
  const { category, source, score } = joined
  const regions = joined.parts.map((part, at): Region => {
    return { ...part, id: ids[at], category, status: 'proposed', source, score, name: null }
  })
  return [
    ...removeRegion(document, regionId),
    ...regions.map((region, at): Change => ({ type: 'region.add', region, index: index + at })),
    ...document.links
      .map((link, at) => ({ link, at }))
      .filter(({ link }) => link.regionId === regionId)
      .map(({ link, at }): Change => ({ type: 'link.add', link: pointingTo(link, ids[0]), index: at })),
  ]
}

function pointingTo(link: Link, regionId: string): Link {
  return { ...link, regionId }
}
