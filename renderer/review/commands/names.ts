import { create } from 'zustand'
import type { Region, PairDocument } from '../../../src/domain/document'
import { notify } from '../../state/notices'
import { text } from '../../text/chosen'
import { useReviewDocument, applyEdit } from '../document'
import { isCurrentPairShown, useReviewSession } from '../session'
import { commitDrafts } from './drafts'
import { setCategory } from './edits'
import { showSection } from '../../state/fields'
import { UNNAMED } from '../../../src/domain/document'
import type { Diff } from '../../../src/domain/diff'

const { labels, names: words } = text.review

/** The region whose menu of names is open. */
export const useNameMenu = create<{ regionId: string | null }>()(() => ({ regionId: null }))

export function openNameMenu(): void {
  const region = regionInHand(({ name }) => name != null, words.nothingNamed)
  if (region !== null) {
    showSection('regions')
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

/** The chosen region, else the first that fits, which is chosen then; null, after a notice, where there is none. */
export function regionInHand(fits: (region: Region) => boolean, none: string): Region | null {
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

/** Removes the source of the name too, so that nothing is left of the name. Empty where nothing would change. */
function takeNameAway(document: PairDocument, regionId: string): Diff {
  const region = document.regions.find(({ id }) => id === regionId)
  if (region === undefined || (region.category === UNNAMED && region.name == null)) {
    return []
  }
  const from = { category: region.category, name: region.name ?? null }
  return [{ type: 'region.set', regionId, from, to: { category: UNNAMED, name: null } }]
}
