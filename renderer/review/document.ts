import { create } from 'zustand'
import type { Decision, EditResult, OpenPair } from '../../src/contract/review'
import { applyDiff } from '../../src/domain/diff'
import type { Diff } from '../../src/domain/diff'
import { withCorrection } from '../../src/domain/review'
import { engine } from '../engine'
import { messageOf, say, sayError } from '../ui/notices'

/**
 * The open pair. An edit is applied here at once and sent to the engine with an id of its own; the client
 * sends it again if the engine is restarted meanwhile, and the engine counts it once. If the engine refuses
 * it, the pair is fetched anew, so that the screen never shows what is not stored.
 */
interface ReviewDocument {
  open: OpenPair | null
  /** Edits sent and not yet confirmed as durable. */
  unsaved: number
  /** The last edit that the engine answered to was refused. */
  isRefused: boolean
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

export const useReviewDocument = create<ReviewDocument>()((set, get) => {
  /** An answer to `openPair` counts only while no other pair was asked for since. */
  let latest = 0
  /** Whether something came for the open pair that could not be shown while edits were on their way. */
  let isOutdated = false

  /** What was asked for before an edit of the same pair does not take that edit from the screen. */
  function show(open: OpenPair): void {
    const { open: present, unsaved } = get()
    if (present?.pair.id !== open.pair.id) {
      isOutdated = false
      set({ open, openedAt: Date.now() })
    } else {
      renew(open, present, unsaved)
    }
  }

  function renew(open: OpenPair, present: OpenPair, unsaved: number): void {
    if (unsaved > 0) {
      isOutdated = true
    } else if (open.version >= present.version) {
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

  async function send(
    request: (pairId: number) => Promise<EditResult>,
    { isApplied, isMoot }: { isApplied: boolean; isMoot?: (open: OpenPair) => boolean },
  ): Promise<void> {
    const { open } = get()
    if (open === null) {
      return
    }
    const pairId = open.pair.id
    set({ unsaved: get().unsaved + 1 })
    let refusal: string | null = null
    try {
      confirm(await request(pairId), isApplied)
    } catch (error) {
      refusal = messageOf(error)
    }
    set({ unsaved: get().unsaved - 1 })
    if (refusal === null) {
      set({ isRefused: false })
    } else {
      const anew = await fetchAnew(pairId)
      if (anew === null || isMoot?.(anew) !== true) {
        set({ isRefused: true })
        say('error', refusal)
      }
    }
    await catchUp()
  }

  /** Shown only while the pair is still the open one: the person may have gone on. */
  async function fetchAnew(pairId: number): Promise<OpenPair | null> {
    try {
      const anew = await engine.call('pairs.get', { pairId })
      const { open, unsaved } = get()
      if (open?.pair.id === pairId) {
        renew(anew, open, unsaved)
      }
      return anew
    } catch (error) {
      sayError(error)
      return null
    }
  }

  async function catchUp(): Promise<void> {
    const { open, unsaved } = get()
    if (isOutdated && unsaved === 0) {
      isOutdated = false
      if (open !== null) {
        await fetchAnew(open.pair.id)
      }
    }
  }

  return {
    open: null,
    unsaved: 0,
    isRefused: false,
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
      set({ open: null, isRefused: false })
    },
    edit(label, given) {
      const { open } = get()
      const diff = open === null ? given : withCorrection(open.document, given)
      if (open !== null) {
        set({
          open: { ...open, document: applyDiff(open.document, diff), undoLabel: label, redoLabel: null },
        })
      }
      const eventId = newEventId()
      return send((pairId) => engine.call('pairs.edit', { pairId, eventId, label, diff }), {
        isApplied: true,
      })
    },
    undo() {
      const eventId = newEventId()
      return send((pairId) => engine.call('pairs.undo', { pairId, eventId }), {
        isApplied: false,
        isMoot: ({ undoLabel }) => undoLabel === null,
      })
    },
    redo() {
      const eventId = newEventId()
      return send((pairId) => engine.call('pairs.redo', { pairId, eventId }), {
        isApplied: false,
        isMoot: ({ redoLabel }) => redoLabel === null,
      })
    },
    decide(decision) {
      const eventId = newEventId()
      const milliseconds = Date.now() - get().openedAt
      return send((pairId) => engine.call('pairs.decide', { pairId, eventId, decision, milliseconds }), {
        isApplied: false,
      })
    },
    adopt(proposalId) {
      const eventId = newEventId()
      return send((pairId) => engine.call('proposals.adopt', { pairId, proposalId, eventId }), {
        isApplied: false,
      })
    },
  }
})
