import { create } from 'zustand'
import { ContractError } from '../../src/contract/errors'
import type { Decision, EditResult, OpenPair } from '../../src/contract/review'
import { applyDiff } from '../../src/domain/diff'
import type { Diff } from '../../src/domain/diff'
import { engine } from '../engine'

/**
 * The open pair. An edit is applied here at once and sent to the engine with an id of its own; the client
 * sends it again if the engine is restarted meanwhile, and the engine counts it once. If the engine refuses
 * it, the pair is fetched anew, so that the screen never shows what is not stored.
 */
interface ReviewDocument {
  open: OpenPair | null
  /** Edits sent and not yet confirmed as durable. */
  unsaved: number
  problem: string | null
  /** Milliseconds since 1970 at which this pair was opened. */
  openedAt: number
  openPair(pairId: number): Promise<void>
  closePair(): void
  edit(label: string, diff: Diff): Promise<void>
  undo(): Promise<void>
  redo(): Promise<void>
  decide(decision: Decision): Promise<void>
  adopt(proposalId: number): Promise<void>
}

function newEventId(): string {
  return crypto.randomUUID()
}

export const useReviewDocument = create<ReviewDocument>()((set, get) => {
  function confirm(result: EditResult, isApplied: boolean): void {
    const { open } = get()
    if (open === null || open.pair.id !== result.pairId || result.version <= open.version) {
      return
    }
    const document = isApplied ? open.document : applyDiff(open.document, result.diff)
    const { version, undoLabel, redoLabel } = result
    set({ open: { ...open, document, version, undoLabel, redoLabel } })
  }

  async function send(request: (pairId: number) => Promise<EditResult>, isApplied: boolean): Promise<void> {
    const { open } = get()
    if (open === null) {
      return
    }
    set({ unsaved: get().unsaved + 1 })
    try {
      confirm(await request(open.pair.id), isApplied)
      set({ problem: null })
    } catch (error) {
      set({ problem: error instanceof ContractError ? error.message : String(error) })
      await get().openPair(open.pair.id)
    } finally {
      set({ unsaved: get().unsaved - 1 })
    }
  }

  return {
    open: null,
    unsaved: 0,
    problem: null,
    openedAt: 0,
    async openPair(pairId) {
      const isOther = get().open?.pair.id !== pairId
      const open = await engine.call('pairs.get', { pairId })
      set(isOther ? { open, openedAt: Date.now(), problem: null } : { open })
    },
    closePair: () => set({ open: null }),
    edit(label, diff) {
      const { open } = get()
      if (open !== null) {
        set({
          open: { ...open, document: applyDiff(open.document, diff), undoLabel: label, redoLabel: null },
        })
      }
      const eventId = newEventId()
      return send((pairId) => engine.call('pairs.edit', { pairId, eventId, label, diff }), true)
    },
    undo() {
      const eventId = newEventId()
      return send((pairId) => engine.call('pairs.undo', { pairId, eventId }), false)
    },
    redo() {
      const eventId = newEventId()
      return send((pairId) => engine.call('pairs.redo', { pairId, eventId }), false)
    },
    decide(decision) {
      const eventId = newEventId()
      const milliseconds = Date.now() - get().openedAt
      return send((pairId) => engine.call('pairs.decide', { pairId, eventId, decision, milliseconds }), false)
    },
    adopt(proposalId) {
      const eventId = newEventId()
      return send((pairId) => engine.call('proposals.adopt', { pairId, proposalId, eventId }), false)
    },
  }
})
