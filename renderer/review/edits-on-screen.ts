import type { MadeOn } from '../../src/contract/made-on'

/** Not answered yet; or refused, and on the screen until the pair is shown anew; or the version that it made. */
type Fate = 'sent' | 'refused' | number

/** Edits that were made here, with the versions that they made: what the next one is made on. */
export class EditsOnScreen {
  private readonly byPair = new Map<number, Map<string, Fate>>()

  sent(pairId: number, eventId: string): void {
    this.set(pairId, eventId, 'sent')
  }

  stored(pairId: number, eventId: string, version: number): void {
    this.set(pairId, eventId, version)
  }

  refused(pairId: number, eventId: string): void {
    this.set(pairId, eventId, 'refused')
  }

  private set(pairId: number, eventId: string, fate: Fate): void {
    const edits = this.byPair.get(pairId) ?? new Map<string, Fate>()
    this.byPair.set(pairId, edits.set(eventId, fate))
  }

  /** The pair is shown as it is stored, with the edits that are on their way or held. */
  shown(pairId: number): void {
    const edits = this.byPair.get(pairId) ?? new Map<string, Fate>()
    for (const [eventId, fate] of edits) {
      if (fate === 'refused') {
        edits.delete(eventId)
      }
    }
  }

  /**
   * What the next edit of the pair is made on.
   * @param version that what it changes was shown in
   * @param heldIds edits that could not be stored yet
   */
  madeOn(pairId: number, version: number, heldIds: readonly string[]): MadeOn {
    const edits = [...(this.byPair.get(pairId) ?? [])]
    const own = edits.filter(([, fate]) => typeof fate === 'string' || fate > version)
    return { version, ownEdits: [...new Set([...heldIds, ...own.map(([eventId]) => eventId)])] }
  }

  /** Pair numbers begin anew with each project. */
  forget(): void {
    this.byPair.clear()
  }
}
