import type { EditResult, HistoryEntry, OpenPair } from '../../src/contract/pairs'
import type { EngineClient } from '../engine-client'
import { Loss } from '../loss'
import type { Random } from '../random'
import { BEGINNING, contentOf, edited, redone, textOf, undone } from './content'
import type { Content, Timeline } from './content'
import { randomDiff } from './random-edit'
import type { Size } from '../../src/mask/bitmap'

/** An edit that was sent. */
export interface Sent {
  eventId: string
  send: (client: EngineClient) => Promise<EditResult>
  /** What the pair holds once it is stored. */
  after: Timeline
}

const DECISIONS = { reject: 'rejected', flag: 'flagged', reopen: 'unreviewed' } as const

/** What the campaign knows of one pair: what was acknowledged, and what was sent after that. */
export class PairModel {
  private certain: Timeline = BEGINNING
  private readonly acknowledged: string[] = []
  /** Sent and not acknowledged, in order. */
  readonly pending: Sent[] = []

  constructor(
    readonly pairId: number,
    private readonly size: Size,
  ) {}

  get acknowledgedCount(): number {
    return this.acknowledged.length
  }

  /** The next edit on top of what is pending; it counts as sent. */
  next(random: Random): Sent {
    const line = this.pending.at(-1)?.after ?? this.certain
    const eventId = `event-${random.below(2 ** 32)}-${random.below(2 ** 32)}`
    const sent = { eventId, ...this.operation(random, line, eventId) }
    this.pending.push(sent)
    return sent
  }

  private operation(random: Random, line: Timeline, eventId: string): Omit<Sent, 'eventId'> {
    const edit = { pairId: this.pairId, eventId }
    const roll = random.next()
    if (roll < 0.15 && line.past !== null) {
      return { send: (client) => client.call('pairs.undo', edit), after: undone(line) }
    }
    if (roll < 0.25 && line.future !== null) {
      return { send: (client) => client.call('pairs.redo', edit), after: redone(line) }
    }
    if (roll < 0.33) {
      return this.decision(random, line, eventId)
    }
    const { diff, after } = randomDiff(random, line.present, this.size)
    return {
      send: (client) => client.call('pairs.edit', { ...edit, label: 'Campaign', diff }),
      after: edited(line, after),
    }
  }

  private decision(random: Random, line: Timeline, eventId: string): Omit<Sent, 'eventId'> {
    const { present } = line
    // without a proposal, what a person said is a correction of nothing
    const canAccept = present.captions.some(({ text }) => text.trim() !== '')
    const decision = random.pick([
      'reject',
      'flag',
      'reopen',
      ...(canAccept ? (['accept'] as const) : []),
    ] as const)
    const { regions } = present
    const after: Content =
      decision === 'accept'
        ? { ...present, state: 'corrected', regions: regions.map(accepted) }
        : {
            ...present,
            state: DECISIONS[decision],
            regions: decision === 'reopen' ? regions.map(reopened) : regions,
          }
    const input = { pairId: this.pairId, eventId, decision, milliseconds: random.below(10_000) }
    return { send: (client) => client.call('pairs.decide', input), after: edited(line, after) }
  }

  /** @throws Loss where answers come in another order than edits were sent */
  acknowledge({ eventId }: Sent): void {
    const first = this.pending.shift()
    if (first?.eventId !== eventId) {
      throw new Loss(
        'lost',
        `pair ${this.pairId}: ${eventId} was answered before ${first?.eventId ?? 'it was sent'}`,
      )
    }
    this.acknowledged.push(eventId)
    this.certain = first.after
  }

  /**
   * Holds what is stored against what was acknowledged: that and the first few of what is pending must be there, each
   * once, and nothing else. What is pending and there counts as acknowledged from now on, the rest as never sent.
   * @throws Loss
   */
  compare(opened: OpenPair, history: readonly HistoryEntry[]): void {
    const ids = history.map(({ eventId }) => eventId)
    const expected = [...this.acknowledged, ...this.pending.map(({ eventId }) => eventId)]
    const where = `pair ${this.pairId}`
    const doubled = ids.find((id, at) => ids.indexOf(id) !== at)
    if (doubled !== undefined) {
      throw new Loss('doubled', `${where}: the edit ${doubled} is there twice`)
    }
    const missing = this.acknowledged.find((id, at) => ids[at] !== id)
    if (missing !== undefined) {
      throw new Loss('lost', `${where}: the acknowledged edit ${missing} is not in its place of the history`)
    }
    const strange = ids.find((id, at) => id !== expected[at])
    if (strange !== undefined) {
      throw new Loss('lost', `${where}: ${strange} is in the history out of its order, or was never sent`)
    }
    for (const sent of this.pending.slice(0, ids.length - this.acknowledged.length)) {
      this.acknowledge(sent)
    }
    this.pending.length = 0
    const [stored, known] = [textOf(contentOf(opened.document)), textOf(this.certain.present)]
    if (stored !== known) {
      throw new Loss(
        'lost',
        `${where} after ${ids.length} edits holds\n${excerpt(stored)}\ninstead of\n${excerpt(known)}`,
      )
    }
  }
}

function accepted(region: Content['regions'][number]): Content['regions'][number] {
  return region.status === 'proposed' ? { ...region, status: 'accepted', isByDecision: true } : region
}

function reopened(region: Content['regions'][number]): Content['regions'][number] {
  return region.isByDecision === true ? { ...region, status: 'proposed', isByDecision: false } : region
}

function excerpt(text: string): string {
  return text.length > 1500 ? `${text.slice(0, 1500)} ...` : text
}
