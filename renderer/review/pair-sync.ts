import type { EditResult, OpenPair } from '../../src/contract/pairs'
import { applyDiff } from '../../src/domain/diff'
import { engine } from '../engine'
import { notifyError, notifyLasting } from '../state/notices'
import { text } from '../text/chosen'
import { HELD, heldOf, madeEdit, notifyRefused, withHeld, afterStep, NO_STEPS } from './own-edits'
import type { EditOfPair, HeldEdit, PairState, Sending } from './own-edits'
import { EditsOnScreen } from './edits-on-screen'
import { HeldEdits } from './held-edits'
import { answered, discardSame, setAside } from './stale/stale-work'
import type { OtherEdit } from './stale/stale-work'
import { refuseToLooker } from '../state/claims'
import { inProject } from '../state/engine-state'
import { refuseToEdit } from '../state/view-only'
import { outcomeOf } from './outcome'
import type { Outcome } from './outcome'

export function newEventId(): string {
  return crypto.randomUUID()
}

/** Keeps the pair on the screen in step with what is stored. */
export class PairSync {
  /** Whether a change of the open pair came that could not be shown while edits were on their way. */
  private isOutdated = false
  private readonly onScreen = new EditsOnScreen()
  private readonly held: HeldEdits

  constructor(private readonly store: { get: () => PairState; set: (change: Partial<PairState>) => void }) {
    this.held = new HeldEdits(store, {
      stored: (edit, result) => this.stored(edit, 'edit', result, true),
      count: (difference) => this.count(difference),
      fetchAnew: (pairId) => this.fetchAnew(pairId),
      isStale: (edit, others) => this.stale(edit, others),
      letGo: (edit) => this.notKept(edit),
    })
  }

  /** Shows a pair. One that was requested before an edit of the same pair does not remove that edit from the screen. */
  show(open: OpenPair): void {
    const { open: present, unsaved } = this.store.get()
    if (present?.pair.id !== open.pair.id) {
      this.isOutdated = false
      this.store.set({ open: this.asShown(open), openedAt: Date.now() })
    } else {
      this.renew(open, present, unsaved)
    }
  }

  /** Another project is opened. */
  forget(): void {
    this.onScreen.forget()
  }

  /** See `HeldEdits.storeHeld`. */
  async storeHeld(): Promise<string | null> {
    const obstacle = await this.held.storeHeld()
    await this.catchUp()
    return obstacle
  }

  private renew(open: OpenPair, present: OpenPair, unsaved: number): void {
    if (unsaved > 0) {
      this.isOutdated = true
    } else if (open.version >= present.version) {
      this.store.set({ open: this.asShown(open) })
    }
  }

  /** Adds the edits that could not be stored yet. */
  private asShown(open: OpenPair): OpenPair {
    this.onScreen.shown(open.pair.id)
    return { ...open, document: withHeld(open.document, this.heldOf(open)) ?? open.document }
  }

  private heldOf({ pair }: OpenPair): readonly HeldEdit[] {
    return heldOf(this.store.get().held, pair.id, inProject().storePath)
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

  private stored(edit: HeldEdit, kind: Sending['kind'], result: EditResult, isApplied: boolean): void {
    const { pairId, eventId } = edit
    const { steps } = this.store.get()
    this.onScreen.stored(pairId, eventId, result.version)
    answered(eventId, true)
    this.store.set({
      steps: new Map(steps).set(pairId, afterStep(steps.get(pairId) ?? NO_STEPS, kind, eventId)),
    })
    this.confirm(result, isApplied)
  }

  /** It will not be stored. */
  private notKept({ pairId, eventId }: HeldEdit): void {
    this.onScreen.refused(pairId, eventId)
    answered(eventId, false)
  }

  /** Shows what is applied at once. Nothing is sent where the project is for looking only: a notice says so. */
  async send(request: (edit: EditOfPair) => Promise<EditResult>, sending: Sending): Promise<void> {
    const { open } = this.store.get()
    if (refuseToEdit() || open === null || refuseToLooker(open.pair.id)) {
      answered(sending.eventId ?? '', false)
      return
    }
    const edit = this.editOf(open, request, sending)
    this.onScreen.sent(edit.pairId, edit.eventId)
    this.applyAtOnce(open, sending)
    this.count(1)
    const outcome = await this.outcomeOf(edit, sending)
    this.count(-1)
    const { lost } = this.store.get()
    this.store.set({
      lost: outcome.kind === 'stored' ? [] : outcome.kind === 'lost' ? [...lost, edit] : lost,
    })
    if (outcome.kind === 'stored') {
      this.store.set({ isRefused: false })
    } else if (outcome.kind === 'held') {
      this.hold(edit, outcome.refusal, sending)
    } else {
      this.notKept(edit)
      await this.notStored(open, edit, outcome, sending)
    }
    await this.catchUp()
  }

  private editOf(
    open: OpenPair,
    request: (edit: EditOfPair) => Promise<EditResult>,
    sending: Sending,
  ): HeldEdit {
    const heldIds = this.heldOf(open).map(({ eventId }) => eventId)
    const madeOn = this.onScreen.madeOn(open.pair.id, sending.since ?? open.version, heldIds)
    return madeEdit(open, request, { eventId: newEventId(), ...sending, madeOn, ...inProject() })
  }

  private applyAtOnce(open: OpenPair, { applied, label = '' }: Sending): void {
    if (applied !== null) {
      const document = applyDiff(open.document, applied)
      this.store.set({ open: { ...open, document, undoLabel: label, redoLabel: null } })
    }
  }

  private async outcomeOf(edit: HeldEdit, sending: Sending): Promise<Outcome> {
    const { kind, applied, whileHeld = applied } = sending
    const obstacle = this.store.get().held.length === 0 ? null : await this.storeHeld()
    if (obstacle !== null) {
      return { kind: whileHeld === null ? 'refused' : 'held', refusal: obstacle, hasObstacle: true }
    }
    try {
      this.stored(edit, kind, await edit.request(), applied !== null)
      return { kind: 'stored' }
    } catch (error) {
      return outcomeOf(error, edit, { canWait: whileHeld !== null, held: this.store.get().held })
    }
  }

  private hold(edit: HeldEdit, refusal: string, { applied }: Sending): void {
    this.store.set({ isRefused: true, held: [...this.store.get().held, edit] })
    const { open } = this.store.get()
    if (applied === null && open?.pair.id === edit.pairId) {
      this.store.set({ open: { ...open, document: withHeld(open.document, [edit]) ?? open.document } })
    }
    const { pairId, key, storePath } = edit
    notifyLasting(text.review.held(refusal), { pair: { pairId, key, storePath }, topic: HELD })
  }

  private async notStored(
    open: OpenPair,
    edit: HeldEdit,
    outcome: Exclude<Outcome, { kind: 'stored' | 'held' }>,
    { kind, isMoot }: Sending,
  ): Promise<void> {
    if (outcome.kind === 'stale') {
      await this.stale(edit, outcome.others)
    } else if (!outcome.hasObstacle || kind !== 'undo' || !(await this.held.takeBack(open.pair.id))) {
      await this.refused(open, outcome.refusal, { isMoot, storePath: edit.storePath })
    }
  }

  /** Keeps the edit for the person to decide about, and shows the pair as others have left it. */
  private async stale(edit: HeldEdit, others: readonly OtherEdit[]): Promise<void> {
    setAside(edit, others)
    const anew = await this.fetchAnew(edit.pairId)
    if (anew !== null) {
      discardSame(edit.pairId, anew.document)
    }
  }

  private async refused(
    { pair }: OpenPair,
    refusal: string,
    { isMoot, storePath }: { isMoot: Sending['isMoot'] | undefined; storePath: string | undefined },
  ): Promise<void> {
    const anew = await this.fetchAnew(pair.id)
    if (anew === null || isMoot?.(anew) !== true) {
      this.store.set({ isRefused: true })
      notifyRefused(pair, refusal, storePath)
    }
  }

  private count(difference: number): void {
    this.store.set({ unsaved: this.store.get().unsaved + difference })
  }

  /** Shown only if the pair is still the open one: the user may have gone on. */
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
