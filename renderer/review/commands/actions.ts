import { actionsOf } from '../../keys/bindings'
import type { ActionEntry } from '../../keys/bindings'
import { text } from '../../text/chosen'
import { showSimilar } from '../../queue/similar/similar'
import { useRoute } from '../../state/route'
import { useReviewDocument, applyEdit } from '../document'
import { useReviewSession, isCurrentPairShown, useCurrentPair } from '../session'
import { requestConnectorCaption } from './connector-caption'
import { complete, recaption, remask } from './chain'
import { takeOver } from './claims'
import { commitDrafts } from './drafts'
import { addCaption, captionsByRank, removeCaption, removeRegion, setStatus } from './edits'
import { captionField, CATEGORY_FIELD, editField, NOTES_FIELD } from '../../state/fields'
import { openNameMenu, regionInHand, removeName } from './names'
import { openJoinMenu, takeApartInHand } from './region-parts'
import { decideAndNext, decideHere, reviewNeighbour } from './navigation'
import { create } from 'zustand'
import { engine } from '../../engine'
import { attempt } from '../../state/notices'
import { stepSlice } from '../scan/slices'
import { takeTool } from './take-tool'
import { stepThreshold } from './threshold'
import { carryOrTakeBack, reviewDate } from '../sequence/carry'
import { compareReviews } from '../adjudication/adjudicate'
import { compare } from '../stale/decide'

/** Pairs for which a proposal was asked for by hand and is not there yet. */
export const useProposing = create<{ pairIds: ReadonlySet<number> }>()(() => ({ pairIds: new Set() }))

/** Proposes for the open pair, before anything else in the queue. */
export async function propose(): Promise<void> {
  const { pairId } = useCurrentPair.getState()
  if (pairId === null || useProposing.getState().pairIds.has(pairId)) {
    return
  }
  useProposing.setState(({ pairIds }) => ({ pairIds: new Set([...pairIds, pairId]) }))
  await attempt(engine.call('proposals.make', { pairId }))
  useProposing.setState(({ pairIds }) => ({ pairIds: new Set([...pairIds].filter((id) => id !== pairId)) }))
}

const entries: Record<string, ActionEntry> = {
  'review.accept': { keys: 'Enter A Ctrl+Enter', run: () => decideAndNext('accept'), whileTyping: true },
  'review.next': { keys: 'S ArrowRight', run: () => reviewNeighbour(1), repeats: true },
  'review.previous': { keys: 'ArrowLeft', run: () => reviewNeighbour(-1), repeats: true },
  'review.sliceNext': { keys: 'PageDown', run: () => stepSlice(1), repeats: true },
  'review.slicePrevious': { keys: 'PageUp', run: () => stepSlice(-1), repeats: true },
  'review.flag': { keys: 'F', run: () => decideAndNext('flag') },
  'review.reject': { keys: 'R', run: () => decideAndNext('reject') },
  'review.reopen': { keys: 'Shift+R', run: () => decideHere('reopen') },
  'review.undo': { keys: 'Z Ctrl+Z', run: () => undo(), repeats: true },
  'review.redo': { keys: 'Shift+Z Ctrl+Shift+Z Ctrl+Y', run: () => redo(), repeats: true },
  'review.caption': { keys: 'C', run: () => editCaption() },
  'review.newCaption': { keys: 'Shift+C', run: () => newCaption() },
  'review.captionDelete': { keys: 'Ctrl+D', run: () => deleteCaption(), whileTyping: true },
  'review.notes': { keys: 'Shift+N', run: () => editField(NOTES_FIELD, 'notes') },
  'review.propose': { keys: 'Ctrl+P', run: () => void propose() },
  'review.recaption': { keys: 'K Ctrl+K', run: () => void recaption(), whileTyping: true },
  'review.remask': { keys: 'J Ctrl+J', run: () => void remask(), whileTyping: true },
  'review.ask': {
    keys: 'Shift+K Ctrl+Shift+K',
    run: () => void requestConnectorCaption(),
    whileTyping: true,
  },
  'review.complete': { keys: 'Ctrl+Space', run: () => void complete(), whileTyping: true },
  'review.masks': { keys: 'M', run: () => toggleMasks() },
  'review.regionNew': { keys: 'N', run: () => newRegion() },
  'review.regionDelete': { keys: 'Delete Backspace', run: () => deleteRegion() },
  'review.regionNext': { keys: 'Tab', run: () => stepRegion(1), repeats: true },
  'review.regionPrevious': { keys: 'Shift+Tab', run: () => stepRegion(-1), repeats: true },
  'review.regionAccept': { keys: 'Y', run: () => markSelected('accepted') },
  'review.regionReject': { keys: 'X', run: () => markSelected('rejected') },
  'review.regionCategory': { keys: 'T', run: () => editCategory() },
  'review.nameNext': { keys: 'Shift+T', run: () => openNameMenu() },
  'review.nameRemove': { keys: 'U', run: () => removeName() },
  'review.takeApart': { keys: 'Shift+P', run: () => takeApartInHand() },
  'review.join': { keys: 'Shift+M', run: () => openJoinMenu() },
  'review.thresholdLower': { keys: 'Alt+ArrowDown', run: () => stepThreshold(-1), repeats: true },
  'review.thresholdRaise': { keys: 'Alt+ArrowUp', run: () => stepThreshold(1), repeats: true },
  'review.similar': { keys: 'Shift+S', run: () => showSimilarToCurrent() },
  'review.dateNext': { keys: 'Shift+PageDown', run: () => void reviewDate(1), repeats: true },
  'review.datePrevious': { keys: 'Shift+PageUp', run: () => void reviewDate(-1), repeats: true },
  'review.carry': { keys: 'Shift+D', run: () => void carryOrTakeBack() },
  'review.takeOver': { keys: 'Shift+H', run: () => void takeOver() },
  'review.compare': { keys: 'Shift+V', run: () => void compare() },
  'review.adjudicate': { keys: 'Shift+J', run: () => void compareReviews() },
  'review.toQueue': { keys: 'Q', run: () => useRoute.getState().go('queue') },
}

export const reviewActions = actionsOf('review', 'review', entries)

/** The queue, with the pairs most similar to the open one first. */
export function showSimilarToCurrent(): void {
  commitDrafts()
  const { pairId } = useCurrentPair.getState()
  if (pairId !== null) {
    void showSimilar(pairId)
  }
}

export function undo(): void {
  commitDrafts()
  const { open, undo } = useReviewDocument.getState()
  if (isCurrentPairShown() && open?.undoLabel != null) {
    void undo()
  }
}

export function redo(): void {
  commitDrafts()
  const { open, redo } = useReviewDocument.getState()
  if (isCurrentPairShown() && open?.redoLabel != null) {
    void redo()
  }
}

function editCaption(): void {
  const { open } = useReviewDocument.getState()
  if (open === null || !isCurrentPairShown()) {
    return
  }
  const first = captionsByRank(open.document).at(0)
  if (first === undefined) {
    newCaption()
  } else {
    editField(captionField(first.id), 'captions')
  }
}

export function newCaption(): void {
  commitDrafts()
  const { open, edit } = useReviewDocument.getState()
  if (open !== null && isCurrentPairShown()) {
    const id = crypto.randomUUID()
    void edit(text.review.labels.captionAdd, addCaption(open.document, id))
    editField(captionField(id), 'captions')
  }
}

/** The caption in which the cursor is, else the last one: those of models stand below the one that was written. */
function deleteCaption(): void {
  const { writtenCaptionId } = useReviewSession.getState()
  commitDrafts()
  const { open } = useReviewDocument.getState()
  if (open === null || !isCurrentPairShown()) {
    return
  }
  const ordered = captionsByRank(open.document)
  const gone = ordered.find(({ id }) => id === writtenCaptionId) ?? ordered.at(-1)
  if (gone !== undefined) {
    applyEdit(text.review.labels.captionRemove, (document) => removeCaption(document, gone.id))
  }
}

/** Of the region in hand, else of the first one. */
function editCategory(): void {
  if (regionInHand(() => true, text.review.regions.none) !== null) {
    editField(CATEGORY_FIELD, 'regions')
  }
}

export function toggleMasks(): void {
  const { areMasksShown, setMasksShown } = useReviewSession.getState()
  setMasksShown(!areMasksShown)
}

export function newRegion(): void {
  if (takeTool('brush')) {
    useReviewSession.getState().selectRegion(null)
  }
}

function deleteRegion(): void {
  const { selectedRegionId, selectRegion } = useReviewSession.getState()
  const { open, edit } = useReviewDocument.getState()
  if (open !== null && isCurrentPairShown() && selectedRegionId !== null) {
    const diff = removeRegion(open.document, selectedRegionId)
    if (diff.length > 0) {
      stepRegion(1)
      if (useReviewSession.getState().selectedRegionId === selectedRegionId) {
        selectRegion(null)
      }
      void edit(text.review.labels.regionRemove, diff)
    }
  }
}

function stepRegion(step: 1 | -1): void {
  const { selectedRegionId, selectRegion } = useReviewSession.getState()
  const regions = useReviewDocument.getState().open?.document.regions ?? []
  if (regions.length > 0) {
    const index = regions.findIndex(({ id }) => id === selectedRegionId)
    const next = index === -1 ? (step === 1 ? 0 : regions.length - 1) : index + step
    selectRegion(regions[(next + regions.length) % regions.length].id)
  }
}

function markSelected(status: 'accepted' | 'rejected'): void {
  const { selectedRegionId } = useReviewSession.getState()
  if (isCurrentPairShown() && selectedRegionId !== null) {
    markRegion(selectedRegionId, status)
  }
}

/** Accepts or rejects a region; one that is so already is set back to proposed. */
export function markRegion(regionId: string, wanted: 'accepted' | 'rejected'): void {
  const { regionAccept, regionReject, regionReopen } = text.review.labels
  const regions = useReviewDocument.getState().open?.document.regions ?? []
  const isOn = regions.find(({ id }) => id === regionId)?.status === wanted
  const label = isOn ? regionReopen : wanted === 'accepted' ? regionAccept : regionReject
  applyEdit(label, (document) => setStatus(document, regionId, isOn ? 'proposed' : wanted))
}
