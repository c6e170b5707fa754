import { create } from 'zustand'
import type { Region } from '../../../src/domain/document'
import { notify } from '../../state/notices'
import { text } from '../../text/en'
import { useReviewDocument } from '../document'
import { isCurrentPairShown, useReviewSession } from '../session'
import { applyEdit } from './apply-edit'
import { commitDrafts } from './drafts'
import { setCategory } from './edits'
import { showPanels } from './fields'
import { takeApart, takeNameAway } from './name-edits'

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
