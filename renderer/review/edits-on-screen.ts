import type { MadeOn } from '../../src/contract/made-on'
import type { OpenPair } from '../../src/contract/pairs'

/** Not answered yet; or refused, and on the screen until the pair is shown anew; or the version that it made. */
type Fate = 'sent' | 'refused' | number

/** Edits that were made here and are on the screen beyond the version that the pair is shown in. */
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
  shown({ pair, version }: OpenPair): void {
    const edits = this.byPair.get(pair.id) ?? new Map<string, Fate>()
    for (const [eventId, fate] of edits) {
      if (fate === 'refused' || (fate !== 'sent' && fate <= version)) {
        edits.delete(eventId)
      }
    }
  }

  /** What the next edit of the pair is made on. @param heldIds edits that could not be stored yet */
  madeOn({ pair, version }: OpenPair, heldIds: readonly string[]): MadeOn {
    const edits = [...(this.byPair.get(pair.id) ?? [])]
    const own = edits.filter(([, fate]) => typeof fate === 'string' || fate > version)
    return { version, ownEdits: [...new Set([...heldIds, ...own.map(([eventId]) => eventId)])] }
  }

  /** Pair numbers begin anew with each project. */
  forget(): void {
    this.byPair.clear()
  }
}
