import type { EditResult, OpenPair } from '../../src/contract/pairs'
import { endTopic, notifyLasting, reasonOf } from '../state/notices'
import { inProject } from '../state/engine-state'
import { messageOf } from '../text/message'
import { canBeHeld, HELD, heldOf, othersOf } from './own-edits'
import type { HeldEdit, PairState } from './own-edits'
import type { OtherEdit } from './stale/stale-work'

interface Needs {
  stored(edit: HeldEdit, result: EditResult): void
  count(difference: number): void
  fetchAnew(pairId: number): Promise<OpenPair | null>
  isStale(edit: HeldEdit, others: readonly OtherEdit[]): Promise<void>
  /** It will not be stored. */
  letGo(edit: HeldEdit): void
}

/** Edits that could not be stored and stay on the screen. */
export class HeldEdits {
  private storing: Promise<string | null> | null = null

  constructor(
    private readonly store: { get: () => PairState; set: (change: Partial<PairState>) => void },
    private readonly needs: Needs,
  ) {}

  /**
   * Sends again the edits that could not be stored. Returns the problem that remains; null if no edit is held any
   * more.
   */
  storeHeld(): Promise<string | null> {
    this.storing ??= this.storeAll().finally(() => (this.storing = null))
    return this.storing
  }

  private async storeAll(): Promise<string | null> {
    const count = this.store.get().held.length
    this.needs.count(count)
    try {
      for (let [edit] = this.store.get().held; edit !== undefined; [edit] = this.store.get().held) {
        const obstacle = await this.storeOne(edit)
        if (obstacle !== null) {
          return obstacle
        }
      }
      this.store.set({ isRefused: false })
      endTopic(HELD)
      return null
    } finally {
      this.needs.count(-count)
    }
  }

  private async storeOne(edit: HeldEdit): Promise<string | null> {
    const { pairId, diff, request } = edit
    const letGo = (): void => this.store.set({ held: this.store.get().held.filter((one) => one !== edit) })
    try {
      const result = await request()
      letGo()
      this.needs.stored(edit, result)
      if (JSON.stringify(result.diff) !== JSON.stringify(diff)) {
        await this.needs.fetchAnew(pairId)
      }
    } catch (error) {
      if (canBeHeld(error)) {
        return messageOf(error)
      }
      letGo()
      this.needs.letGo(edit)
      await this.notFitting(edit, error)
    }
    return null
  }

  /** It does not fit what is stored by now. */
  private async notFitting(edit: HeldEdit, error: unknown): Promise<void> {
    const others = othersOf(error)
    if (others === null) {
      const reason = reasonOf(error)
      if (reason !== null) {
        notifyLasting(reason)
      }
      await this.needs.fetchAnew(edit.pairId)
    } else {
      await this.needs.isStale(edit, others)
    }
  }

  /** Undoes an edit that was never stored, by removing it from the screen. Returns false if this pair has none. */
  async takeBack(pairId: number): Promise<boolean> {
    const { held } = this.store.get()
    const last = heldOf(held, pairId, inProject().storePath).at(-1)
    if (last === undefined) {
      return false
    }
    const rest = held.filter((edit) => edit !== last)
    this.store.set({ held: rest, isRefused: rest.length > 0 })
    if (rest.length === 0) {
      endTopic(HELD)
    }
    this.needs.letGo(last)
    await this.needs.fetchAnew(pairId)
    return true
  }
}
