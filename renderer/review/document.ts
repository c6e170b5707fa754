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
  /** Shows a pair that was fetched ahead. */
  show(open: OpenPair): void
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

function messageOf(error: unknown): string {
  return error instanceof ContractError ? error.message : String(error)
}

export const useReviewDocument = create<ReviewDocument>()((set, get) => {
  /** An answer to `openPair` counts only while no other pair was asked for since. */
  let latest = 0

  /** What was asked for before an edit of the same pair does not take that edit from the screen. */
  function show(open: OpenPair): void {
    const { open: present, unsaved } = get()
    if (present?.pair.id !== open.pair.id) {
      set({ open, openedAt: Date.now(), problem: null })
    } else if (unsaved === 0 && open.version >= present.version) {
      set({ open })
    }
  }

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
    const pairId = open.pair.id
    set({ unsaved: get().unsaved + 1 })
    try {
      confirm(await request(pairId), isApplied)
      set({ problem: null })
    } catch (error) {
      set({ problem: messageOf(error) })
      await fetchAnew(pairId)
    } finally {
      set({ unsaved: get().unsaved - 1 })
    }
  }

  /** Only while the pair is still the open one: the person may have gone on. */
  async function fetchAnew(pairId: number): Promise<void> {
    try {
      const open = await engine.call('pairs.get', { pairId })
      if (get().open?.pair.id === pairId) {
        set({ open })
      }
    } catch (error) {
      set({ problem: messageOf(error) })
    }
  }

  return {
    open: null,
    unsaved: 0,
    problem: null,
    openedAt: 0,
    async openPair(pairId) {
      latest += 1
      const asked = latest
      const open = await engine.call('pairs.get', { pairId })
      if (asked === latest) {
        show(open)
      }
    },
    show(open) {
      latest += 1
      show(open)
    },
    closePair() {
      latest += 1
      set({ open: null })
    },
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
