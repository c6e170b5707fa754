import { create } from 'zustand'
import type { Input } from '../../src/contract/define'
import type { EngineCommands } from '../../src/contract/engine'
import type { Decision, OpenPair } from '../../src/contract/pairs'
import type { Diff } from '../../src/domain/diff'
import { decisionDiff, withCorrection } from '../../src/domain/review'
import { engine } from '../engine'
import { useEngineState } from '../state/engine-state'
import { notifyLasting } from '../state/notices'
import { text } from '../text/chosen'
import { newEventId, PairSync } from './pair-sync'
import { HELD } from './own-edits'
import type { PairState } from './own-edits'
import { emptyDocument } from '../../src/domain/document'
import type { PairDocument } from '../../src/domain/document'

/** What an adjudicator takes of several blind reviews. */
export type AdjudicationChoice = Input<EngineCommands, 'overlap.adjudicate'>['choice']

/**
 * The open pair. An edit is applied here at once and sent to the engine with an id of its own; the client
 * sends it again if the engine is restarted meanwhile, and the engine counts it once. If the engine refuses
 * it, the pair is fetched anew, so that the screen never shows what is not stored. Where only the disk stands in the
 * way, the edit stays on the screen, which says so, and is sent again.
 */
interface ReviewDocument extends PairState {
  /** @param ahead the pair, where it was fetched ahead */
  openPair(pairId: number, ahead?: Promise<OpenPair> | null): Promise<void>
  closePair(): void
  /**
   * @param eventId names the step in `steps`
   * @param since the version that it was made on, where that is older than the one on the screen
   */
  edit(label: string, diff: Diff, eventId?: string, since?: number): Promise<void>
  undo(): Promise<void>
  redo(): Promise<void>
  /** @param eventId as for `edit` */
  decide(decision: Decision, eventId?: string): Promise<void>
  adopt(proposalId: number): Promise<void>
  /** Puts one blind review, or the vote of all, in the place of what the pair has. */
  adjudicate(choice: AdjudicationChoice): Promise<void>
  /** Tries again to store what could not be stored. */
  storeHeld(): Promise<void>
}

// oxlint-disable-next-line max-lines-per-function -- one action a property
export const useReviewDocument = create<ReviewDocument>()((set, get) => {
  const sync = new PairSync({ get, set })
  /** An answer to `openPair` counts only while no other pair was requested since. */
  let latest = 0

  return {
    open: null,
    unsaved: 0,
    isRefused: false,
    held: [],
    lost: [],
    steps: new Map(),
    openedAt: 0,
    async openPair(pairId, ahead = null) {
      latest += 1
      const request = latest
      const open = await (ahead ?? engine.call('pairs.get', { pairId }))
      if (request === latest) {
        sync.show(open)
      }
    },
    closePair() {
      latest += 1
      sync.forget()
      set({ open: null, isRefused: false })
    },
    async edit(label, change, eventId = newEventId(), since) {
      const { open } = get()
      const diff = open === null ? change : withCorrection(open.document, change)
      await sync.send((of) => engine.call('pairs.edit', { ...of, label, diff }), {
        kind: 'edit',
        applied: diff,
        label,
        eventId,
        since,
      })
    },
    async undo() {
      await sync.send((of) => engine.call('pairs.undo', of), {
        kind: 'undo',
        applied: null,
        isMoot: ({ undoLabel }) => undoLabel === null,
      })
    },
    async redo() {
      await sync.send((of) => engine.call('pairs.redo', of), {
        kind: 'redo',
        applied: null,
        isMoot: ({ redoLabel }) => redoLabel === null,
      })
    },
    async decide(decision, eventId = newEventId()) {
      // the clock may have been set back meanwhile
      const milliseconds = Math.max(0, Date.now() - get().openedAt)
      const { open } = get()
      await sync.send((of) => engine.call('pairs.decide', { ...of, decision, milliseconds }), {
        kind: 'edit',
        applied: null,
        whileHeld: open === null ? null : probableDiff(open, decision),
        decision,
        label: text.queue.states[RESULTS[decision]],
        eventId,
      })
    },
    async adopt(proposalId) {
      await sync.send((of) => engine.call('proposals.adopt', { ...of, proposalId }), {
        kind: 'edit',
        applied: null,
      })
    },
    async adjudicate(choice) {
      await sync.send((of) => engine.call('overlap.adjudicate', { ...of, choice }), {
        kind: 'edit',
        applied: null,
      })
    },
    async storeHeld() {
      const obstacle = await sync.storeHeld()
      if (obstacle !== null) {
        notifyLasting(text.review.held(obstacle), { topic: HELD })
      }
    },
  }
})

const RESULTS = { accept: 'accepted', reject: 'rejected', flag: 'flagged', reopen: 'unreviewed' } as const

/**
 * What the engine would store. The document that the pair began with is here only while nothing was edited: an edited
 * pair that is accepted counts as corrected until the engine says otherwise.
 */
function probableDiff({ document, version }: OpenPair, decision: Decision): Diff {
  const { reviewer } = useEngineState.getState().settings
  return decisionDiff(document, version === 0 ? document : emptyDocument(), decision, reviewer || null)
}

/**
 * Makes an edit of the open pair and names the step; null where it would change nothing.
 * @param since the version that it was made on, where that is older than the one on the screen
 */
export function applyEdit(
  label: string,
  make: (document: PairDocument) => Diff,
  since?: number,
): string | null {
  const { open, edit } = useReviewDocument.getState()
  const diff = open === null ? [] : make(open.document)
  if (diff.length === 0) {
    return null
  }
  const eventId = newEventId()
  void edit(label, diff, eventId, since)
  return eventId
}
