import { join } from 'node:path'
import { quantile } from '../../bench/statistics'
import { makePairFolder } from '../../src/images/testing'
import type { Turn } from '../attack'
import { answered } from '../deadline'
import { SIZE } from '../edits/edits'
import { PairModel } from '../edits/pair-model'
import { pairIds } from '../engine-client'
import { writeSettings } from '../engine-session'
import { Loss } from '../loss'
import { withMark } from '../processes'
import type { Random } from '../random'
import { ServedSession } from '../served-session'
import { INSPECTABLE, Inspector } from './inspector'

const PAIRS = 100
/** From here on documents have their usual size and code is compiled. */
export const WARM = 2000
const COMPARED = 500
/** Of the engine's memory, from then on. */
export const MOST_GROWTH = 1.1
const MOST_SLOWDOWN = 1.2
const BLOCKS = 10

/** A project that is edited in one session of one engine. */
export class LongSession {
  /** Milliseconds of each edit. */
  readonly times: number[] = []
  warmMegabytes = 0

  private constructor(
    readonly session: ServedSession,
    readonly inspector: Inspector,
    readonly models: readonly PairModel[],
    /** Pairs that nobody edits. */
    readonly otherIds: readonly number[],
  ) {}

  /** @param edited so many pairs are edited */
  static async open(turn: Turn, folder: string, edited = PAIRS): Promise<LongSession> {
    const [pairs, home] = [join(folder, 'pairs'), join(folder, 'home')]
    await makePairFolder(pairs, { count: PAIRS, ...SIZE, layout: 'before-after' })
    writeSettings(home)
    const session = await withMark(`long-${process.pid}`, () =>
      ServedSession.open(turn, home, pairs, INSPECTABLE),
    )
    const ids = await answered('the pairs are listed', pairIds(session.client))
    const models = ids.slice(0, edited).map((pairId) => new PairModel(pairId, SIZE))
    return new LongSession(session, await Inspector.open(session), models, ids.slice(edited))
  }

  async edit(random: Random): Promise<void> {
    const model = random.pick(this.models)
    const sent = model.next(random)
    const began = performance.now()
    await answered('an edit of a long session', sent.send(this.session.client))
    this.times.push(performance.now() - began)
    model.acknowledge(sent)
    if (this.times.length === WARM) {
      this.warmMegabytes = await this.inspector.settledMegabytes()
    }
  }

  async editUntil(random: Random, count: number): Promise<void> {
    while (this.times.length < count) {
      await this.edit(random)
    }
  }

  /** Medians in milliseconds of edits when it was warm, and of its last. */
  firstAndLast(): readonly [number, number] {
    const count = this.times.length
    return [this.median(WARM, WARM + COMPARED), this.median(count - COMPARED, count)]
  }

  /** In words. */
  speed(): string {
    const [first, last] = this.firstAndLast()
    const medians = `median of ${COMPARED} edits ${first.toFixed(2)} ms, of the last ${COMPARED} ${last.toFixed(2)} ms`
    return `${medians} (x ${(last / first).toFixed(3)})`
  }

  median(from: number, to: number): number {
    return quantile(this.times.slice(from, to), 0.5)
  }
}

/**
 * Are its last edits as fast as its first? A machine that is busy by now slows down both: where they are not, blocks of
 * edits in a new session and in the long one take turns.
 * @throws Loss `dead` where they are slower there too
 */
export async function requireFast(turn: Turn, long: LongSession, fresh: () => string): Promise<void> {
  const [first, last] = long.firstAndLast()
  if (last / first > MOST_SLOWDOWN) {
    await compareWithFresh(turn, long, fresh())
  }
}

async function compareWithFresh(turn: Turn, long: LongSession, folder: string): Promise<void> {
  const { random } = turn
  const other = await LongSession.open(turn, folder)
  try {
    await other.editUntil(random, WARM)
    const count = long.times.length
    for (let block = 1; block <= BLOCKS; block += 1) {
      await long.editUntil(random, count + (block * COMPARED) / BLOCKS)
      await other.editUntil(random, WARM + (block * COMPARED) / BLOCKS)
    }
    const [aged, young] = [long.median(count, count + COMPARED), other.median(WARM, WARM + COMPARED)]
    const text = `${aged.toFixed(2)} ms an edit in it, ${young.toFixed(2)} ms in a new one beside it (x ${(aged / young).toFixed(3)})`
    turn.note(`session of ${count} edits, beside a new one`, text)
    if (aged / young > MOST_SLOWDOWN) {
      throw new Loss('dead', `edits became slow: ${text}`)
    }
  } finally {
    await other.session.kill()
  }
}
