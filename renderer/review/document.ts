import { create } from 'zustand'
import type { Decision, EditResult, OpenPair } from '../../src/contract/review'
import { applyDiff } from '../../src/domain/diff'
import type { Diff } from '../../src/domain/diff'
import type { EventKind } from '../../src/domain/history'
import { withCorrection } from '../../src/domain/review'
import { engine } from '../engine'
import { text } from '../text/en'
import { useEngineState } from '../state/engine-state'
import { notify, notifyError } from '../state/notices'
import { afterStep, NO_STEPS } from './steps'
import type { Steps } from './steps'
import { messageOf } from '../../src/contract/errors'

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
  /** By pair; a step counts once it is stored. */
  steps: ReadonlyMap<number, Steps>
  /** Milliseconds since 1970 at which this pair was opened. */
  openedAt: number
  openPair(pairId: number): Promise<void>
  /** Shows a pair that was fetched ahead. */
  show(open: OpenPair): void
  closePair(): void
  /** @param eventId names the step in `steps` */
  edit(label: string, diff: Diff, eventId?: string): Promise<void>
  undo(): Promise<void>
  redo(): Promise<void>
  decide(decision: Decision): Promise<void>
  adopt(proposalId: number): Promise<void>
}

interface EditOfPair {
  pairId: number
  eventId: string
  baseProposalId: number | null
  storePath?: string
}

interface Sending {
  kind: Exclude<EventKind, 'system'>
  /** On the screen already. */
  isApplied: boolean
  /** Whether a refusal needs no notice, because the pair is already in the state that was asked for. */
  isMoot?: (open: OpenPair) => boolean
  eventId?: string
}

/** Numbers of pairs begin anew in every project: what is meant for this one must not reach the next. */
export function inProject(): { storePath?: string } {
  const storePath = useEngineState.getState().project?.storePath
  return storePath === undefined ? {} : { storePath }
}

export function newEventId(): string {
  return crypto.randomUUID()
}

// oxlint-disable-next-line max-lines-per-function -- small functions over one store
export const useReviewDocument = create<ReviewDocument>()((set, get) => {
  /** An answer to `openPair` counts only while no other pair was requested since. */
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
    if (result.version !== open.version + 1) {
      // somebody else has changed it in between
      isOutdated = true
      return
    }
    const document = isApplied ? open.document : applyDiff(open.document, result.diff)
    const { version, undoLabel, redoLabel } = result
    set({ open: { ...open, document, version, undoLabel, redoLabel } })
  }

  function stepped(pairId: number, kind: Sending['kind'], eventId: string): void {
    const { steps } = get()
    set({ steps: new Map(steps).set(pairId, afterStep(steps.get(pairId) ?? NO_STEPS, kind, eventId)) })
  }

  async function send(
    request: (edit: EditOfPair) => Promise<EditResult>,
    { kind, isApplied, isMoot, eventId = newEventId() }: Sending,
  ): Promise<void> {
    const { open } = get()
    if (open === null) {
      return
    }
    const pairId = open.pair.id
    const project = inProject()
    set({ unsaved: get().unsaved + 1 })
    let refusal: string | null = null
    try {
      const { baseProposalId } = open
      const result = await request({ pairId, eventId, baseProposalId, ...project })
      stepped(pairId, kind, eventId)
      confirm(result, isApplied)
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
        notifyRefused(open.pair, refusal, project.storePath)
      }
    }
    await catchUp()
  }

  /** Where another pair is shown by now, the notice names the pair and links to it. */
  function notifyRefused(
    { id, key }: OpenPair['pair'],
    refusal: string,
    storePath: string | undefined,
  ): void {
    if (get().open?.pair.id === id && inProject().storePath === storePath) {
      notify('error', refusal)
    } else {
      notify('error', text.review.refused(key, refusal), { pairId: id, key, storePath })
    }
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
      notifyError(error)
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
    steps: new Map(),
    openedAt: 0,
    async openPair(pairId) {
      latest += 1
      const request = latest
      const open = await engine.call('pairs.get', { pairId })
      if (request === latest) {
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
    edit(label, change, eventId = newEventId()) {
      const { open } = get()
      const diff = open === null ? change : withCorrection(open.document, change)
      if (open !== null) {
        set({
          open: { ...open, document: applyDiff(open.document, diff), undoLabel: label, redoLabel: null },
        })
      }
      return send((of) => engine.call('pairs.edit', { ...of, label, diff }), {
        kind: 'edit',
        isApplied: true,
        eventId,
      })
    },
    undo() {
      return send((of) => engine.call('pairs.undo', of), {
        kind: 'undo',
        isApplied: false,
        isMoot: ({ undoLabel }) => undoLabel === null,
      })
    },
    redo() {
      return send((of) => engine.call('pairs.redo', of), {
        kind: 'redo',
        isApplied: false,
        isMoot: ({ redoLabel }) => redoLabel === null,
      })
    },
    decide(decision) {
      // the clock may have been set back meanwhile
      const milliseconds = Math.max(0, Date.now() - get().openedAt)
      return send((of) => engine.call('pairs.decide', { ...of, decision, milliseconds }), {
        kind: 'edit',
        isApplied: false,
      })
    },
    adopt(proposalId) {
      return send((of) => engine.call('proposals.adopt', { ...of, proposalId }), {
        kind: 'edit',
        isApplied: false,
      })
    },
  }
})
