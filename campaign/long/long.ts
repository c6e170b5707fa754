import { join } from 'node:path'
import { quantile } from '../../bench/statistics'
import { makePairFolder } from '../../src/images/testing'
import type { Attack, Turn } from '../attack'
import { answered } from '../deadline'
import { SIZE, compareAll } from '../edits/edits'
import { PairModel } from '../edits/pair-model'
import { pairIds } from '../engine-client'
import { writeSettings } from '../engine-session'
import { Loss } from '../loss'
import { makeOwnFolder } from '../own-folder'
import { withMark } from '../processes'
import type { Random } from '../random'
import { ServedSession } from '../served-session'
import { INSPECTABLE, Inspector } from './inspector'

const PAIRS = 100
const EDITS = 20_000
/** From here on documents have their usual size and code is compiled. */
const WARM = 2000
const COMPARED = 500
const MOST_GROWTH = 1.1
const MOST_SLOWDOWN = 1.2
const TURN_MILLISECONDS = 8000
const BLOCKS = 10

/** A project that is edited in one session of one engine. */
class LongSession {
  /** Milliseconds of each edit. */
  readonly times: number[] = []
  warmMegabytes = 0

  private constructor(
    readonly session: ServedSession,
    readonly inspector: Inspector,
    readonly models: readonly PairModel[],
  ) {}

  static async open(turn: Turn, folder: string): Promise<LongSession> {
    const [pairs, home] = [join(folder, 'pairs'), join(folder, 'home')]
    await makePairFolder(pairs, { count: PAIRS, ...SIZE, layout: 'before-after' })
    writeSettings(home)
    const session = await withMark(`long-${process.pid}`, () =>
      ServedSession.open(turn, home, pairs, INSPECTABLE),
    )
    const ids = await answered('the pairs are listed', pairIds(session.client))
    const models = ids.map((pairId) => new PairModel(pairId, SIZE))
    return new LongSession(session, await Inspector.open(session), models)
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

  median(from: number, to: number): number {
    return quantile(this.times.slice(from, to), 0.5)
  }
}

/** 20,000 edits in one session: its memory stays flat and an edit takes no longer. A turn is some seconds of it. */
export function longAttack(): Attack {
  const own = makeOwnFolder('long')
  const beside = makeOwnFolder('beside')
  let long: LongSession | null = null

  return {
    name: 'long',
    async run(turn) {
      long ??= await LongSession.open(turn, own.fresh())
      const began = performance.now()
      while (performance.now() - began < TURN_MILLISECONDS && long.times.length < EDITS) {
        turn.tally.attempts += 1
        await long.edit(turn.random)
      }
      if (long.times.length >= EDITS) {
        const whole = long
        long = null
        await judge(turn, whole, beside.fresh)
      }
    },
    async end(turn) {
      if (long !== null && long.times.length >= 2 * WARM) {
        await judge(turn, long, beside.fresh)
      } else if (long !== null) {
        turn.note('session', `${long.times.length} edits, too few to judge`)
        await long.session.kill()
      }
      own.remove()
      beside.remove()
    },
  }
}

/** @throws Loss `dead` where it grew or became slow, `lost` where something is not there */
async function judge(turn: Turn, long: LongSession, fresh: () => string): Promise<void> {
  try {
    const count = long.times.length
    const megabytes = await long.inspector.settledMegabytes()
    const growth = megabytes / long.warmMegabytes
    const [first, last] = [long.median(WARM, WARM + COMPARED), long.median(count - COMPARED, count)]
    const memory = `${long.warmMegabytes.toFixed(1)} MiB after ${WARM} edits, ${megabytes.toFixed(1)} MiB after ${count}`
    const speed = `median of ${COMPARED} edits ${first.toFixed(2)} ms, of the last ${COMPARED} ${last.toFixed(2)} ms`
    turn.note(
      `session of ${count} edits`,
      `${memory} (x ${growth.toFixed(3)}); ${speed} (x ${(last / first).toFixed(3)})`,
    )
    await compareAll(long.session.client, long.models)
    if (growth > MOST_GROWTH) {
      throw new Loss('dead', `the engine grew: ${memory}`)
    }
    if (last / first > MOST_SLOWDOWN) {
      await compareWithFresh(turn, long, fresh())
    }
  } finally {
    await long.session.kill()
  }
}

/** A machine that is busy by now slows down both: blocks of edits in a new session and in the long one take turns. */
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
