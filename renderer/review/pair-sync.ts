import type { EditResult, OpenPair } from '../../src/contract/pairs'
import { applyDiff } from '../../src/domain/diff'
import { engine } from '../engine'
import { notify, notifyError } from '../state/notices'
import { text } from '../text/chosen'
import { canBeHeld, canNeverBeRead, heldOf, withHeld, afterStep, NO_STEPS } from './own-edits'
import type { EditOfPair, HeldEdit, PairState, Sending } from './own-edits'
import { inProject, refuseToEdit } from '../state/engine-state'
import { messageOf } from '../text/message'

export function newEventId(): string {
  return crypto.randomUUID()
}

/** Keeps the pair on the screen in step with what is stored. */
export class PairSync {
  /** Whether a change of the open pair came that could not be shown while edits were on their way. */
  private isOutdated = false
  private storing: Promise<string | null> | null = null

  constructor(private readonly store: { get: () => PairState; set: (change: Partial<PairState>) => void }) {}

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

  private renew(open: OpenPair, present: OpenPair, unsaved: number): void {
    if (unsaved > 0) {
      this.isOutdated = true
    } else if (open.version >= present.version) {
      this.store.set({ open: this.asShown(open) })
    }
  }

  /** Adds the edits that could not be stored yet. */
  private asShown(open: OpenPair): OpenPair {
    const held = heldOf(this.store.get().held, open.pair.id, inProject().storePath)
    return { ...open, document: withHeld(open.document, held) ?? open.document }
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

  /** Shows what is applied at once. Nothing is sent where the project is for looking only: a notice says so. */
  async send(
    request: (edit: EditOfPair) => Promise<EditResult>,
    { kind, applied, whileHeld = applied, label = '', isMoot, eventId = newEventId() }: Sending,
  ): Promise<void> {
    const { open, held } = this.store.get()
    if (refuseToEdit() || open === null) {
      return
    }
    if (applied !== null) {
      const document = applyDiff(open.document, applied)
      this.store.set({ open: { ...open, document, undoLabel: label, redoLabel: null } })
    }
    const pairId = open.pair.id
    const project = inProject()
    const { baseProposalId } = open
    const send = (): Promise<EditResult> => request({ pairId, eventId, baseProposalId, ...project })
    this.count(1)
    const obstacle = held.length === 0 ? null : await this.storeHeld()
    let refusal = obstacle
    let isLost = false
    let isHeld = obstacle !== null && whileHeld !== null
    if (obstacle === null) {
      try {
        const result = await send()
        this.stepped(pairId, kind, eventId)
        this.confirm(result, applied !== null)
      } catch (error) {
        refusal = messageOf(error)
        isHeld = whileHeld !== null && canBeHeld(error)
        isLost = whileHeld !== null && canNeverBeRead(error)
      }
    }
    this.count(-1)
    const edit = {
      pairId,
      eventId,
      label,
      diff: whileHeld ?? [],
      storePath: project.storePath,
      request: send,
    }
    this.store.set({
      lost: refusal === null ? [] : isLost ? [...this.store.get().lost, edit] : this.store.get().lost,
    })
    if (refusal === null) {
      this.store.set({ isRefused: false })
    } else if (isHeld) {
      this.store.set({ isRefused: true, held: [...this.store.get().held, edit] })
      if (applied === null) {
        this.showHeld(edit)
      }
      this.notifyRefused(open.pair, text.review.held(refusal), project.storePath)
    } else if (obstacle === null || kind !== 'undo' || !(await this.takeBackHeld(pairId))) {
      await this.refused(open, refusal, { isMoot, storePath: project.storePath })
    }
    await this.catchUp()
  }

  private showHeld(edit: HeldEdit): void {
    const { open } = this.store.get()
    if (open?.pair.id === edit.pairId) {
      this.store.set({ open: { ...open, document: withHeld(open.document, [edit]) ?? open.document } })
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
      this.notifyRefused(pair, refusal, storePath)
    }
  }

  private count(difference: number): void {
    this.store.set({ unsaved: this.store.get().unsaved + difference })
  }

  /**
   * Sends again the edits that could not be stored. Returns the problem that remains; null if no edit is held any
   * more.
   */
  storeHeld(): Promise<string | null> {
    this.storing ??= this.storeAllHeld().finally(() => (this.storing = null))
    return this.storing
  }

  private async storeAllHeld(): Promise<string | null> {
    const count = this.store.get().held.length
    this.count(count)
    try {
      for (let [edit] = this.store.get().held; edit !== undefined; [edit] = this.store.get().held) {
        const obstacle = await this.storeOneHeld(edit)
        if (obstacle !== null) {
          return obstacle
        }
      }
      this.store.set({ isRefused: false })
      return null
    } finally {
      this.count(-count)
    }
  }

  private async storeOneHeld(edit: HeldEdit): Promise<string | null> {
    const { pairId, eventId, diff, request } = edit
    const letGo = (): void => this.store.set({ held: this.store.get().held.filter((one) => one !== edit) })
    try {
      const result = await request()
      letGo()
      this.stepped(pairId, 'edit', eventId)
      this.confirm(result, true)
      if (JSON.stringify(result.diff) !== JSON.stringify(diff)) {
        await this.fetchAnew(pairId)
      }
    } catch (error) {
      if (canBeHeld(error)) {
        return messageOf(error)
      }
      // it does not fit what is stored by now
      letGo()
      notifyError(error)
      await this.fetchAnew(pairId)
    }
    return null
  }

  /** Undoes an edit that was never stored, by removing it from the screen. Returns false if this pair has none. */
  private async takeBackHeld(pairId: number): Promise<boolean> {
    const { held } = this.store.get()
    const last = heldOf(held, pairId, inProject().storePath).at(-1)
    if (last === undefined) {
      return false
    }
    const rest = held.filter((edit) => edit !== last)
    this.store.set({ held: rest, isRefused: rest.length > 0 })
    await this.fetchAnew(pairId)
    return true
  }

  /** If another pair is shown by now, the notice names the pair and links to it. */
  private notifyRefused({ id, key }: OpenPair['pair'], refusal: string, storePath: string | undefined): void {
    if (this.store.get().open?.pair.id === id && inProject().storePath === storePath) {
      notify('error', refusal)
    } else {
      notify('error', text.review.refused(key, refusal), { pairId: id, key, storePath })
    }
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
