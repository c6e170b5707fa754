import type { EditResult, OpenPair } from '../../src/contract/review'
import { messageOf } from '../../src/contract/errors'
import { applyDiff } from '../../src/domain/diff'
import type { EventKind } from '../../src/domain/history'
import { engine } from '../engine'
import { useEngineState } from '../state/engine-state'
import { notify, notifyError } from '../state/notices'
import { text } from '../text/en'
import { afterStep, NO_STEPS } from './steps'
import type { Steps } from './steps'

/** The pair on the screen, and how far its edits have come. */
export interface PairState {
  open: OpenPair | null
  /** Edits sent and not yet confirmed as durable. */
  unsaved: number
  /** The last edit that the engine answered to was refused. */
  isRefused: boolean
  /** By pair; a step counts once it is stored. */
  steps: ReadonlyMap<number, Steps>
  /** Milliseconds since 1970 at which this pair was opened. */
  openedAt: number
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

/** Keeps the pair on the screen in step with what is stored. */
export class PairSync {
  /** Whether something came for the open pair that could not be shown while edits were on their way. */
  private isOutdated = false

  constructor(private readonly store: { get: () => PairState; set: (change: Partial<PairState>) => void }) {}

  /** What was asked for before an edit of the same pair does not take that edit from the screen. */
  show(open: OpenPair): void {
    const { open: present, unsaved } = this.store.get()
    if (present?.pair.id !== open.pair.id) {
      this.isOutdated = false
      this.store.set({ open, openedAt: Date.now() })
    } else {
      this.renew(open, present, unsaved)
    }
  }

  private renew(open: OpenPair, present: OpenPair, unsaved: number): void {
    if (unsaved > 0) {
      this.isOutdated = true
    } else if (open.version >= present.version) {
      this.store.set({ open })
    }
  }

  private confirm(result: EditResult, isApplied: boolean): void {
    const { open } = this.store.get()
    if (open === null || open.pair.id !== result.pairId || result.version <= open.version) {
      return
    }
    if (result.version !== open.version + 1) {
      // somebody else has changed it in between
      this.isOutdated = true
      return
    }
    const document = isApplied ? open.document : applyDiff(open.document, result.diff)
    const { version, undoLabel, redoLabel } = result
    this.store.set({ open: { ...open, document, version, undoLabel, redoLabel } })
  }

  private stepped(pairId: number, kind: Sending['kind'], eventId: string): void {
    const { steps } = this.store.get()
    this.store.set({
      steps: new Map(steps).set(pairId, afterStep(steps.get(pairId) ?? NO_STEPS, kind, eventId)),
    })
  }

  async send(
    request: (edit: EditOfPair) => Promise<EditResult>,
    { kind, isApplied, isMoot, eventId = newEventId() }: Sending,
  ): Promise<void> {
    const { open } = this.store.get()
    if (open === null) {
      return
    }
    const pairId = open.pair.id
    const project = inProject()
    this.store.set({ unsaved: this.store.get().unsaved + 1 })
    let refusal: string | null = null
    try {
      const { baseProposalId } = open
      const result = await request({ pairId, eventId, baseProposalId, ...project })
      this.stepped(pairId, kind, eventId)
      this.confirm(result, isApplied)
    } catch (error) {
      refusal = messageOf(error)
    }
    this.store.set({ unsaved: this.store.get().unsaved - 1 })
    if (refusal === null) {
      this.store.set({ isRefused: false })
    } else {
      const anew = await this.fetchAnew(pairId)
      if (anew === null || isMoot?.(anew) !== true) {
        this.store.set({ isRefused: true })
        this.notifyRefused(open.pair, refusal, project.storePath)
      }
    }
    await this.catchUp()
  }

  /** Where another pair is shown by now, the notice names the pair and links to it. */
  private notifyRefused({ id, key }: OpenPair['pair'], refusal: string, storePath: string | undefined): void {
    if (this.store.get().open?.pair.id === id && inProject().storePath === storePath) {
      notify('error', refusal)
    } else {
      notify('error', text.review.refused(key, refusal), { pairId: id, key, storePath })
    }
  }

  /** Shown only while the pair is still the open one: the person may have gone on. */
  private async fetchAnew(pairId: number): Promise<OpenPair | null> {
    try {
      const anew = await engine.call('pairs.get', { pairId })
      const { open, unsaved } = this.store.get()
      if (open?.pair.id === pairId) {
        this.renew(anew, open, unsaved)
      }
      return anew
    } catch (error) {
      notifyError(error)
      return null
    }
  }

  private async catchUp(): Promise<void> {
    const { open, unsaved } = this.store.get()
    if (this.isOutdated && unsaved === 0) {
      this.isOutdated = false
      if (open !== null) {
        await this.fetchAnew(open.pair.id)
      }
    }
  }
}
