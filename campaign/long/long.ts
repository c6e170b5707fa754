import type { Attack, Turn } from '../attack'
import { compareAll } from '../edits/edits'
import { Loss } from '../loss'
import { makeOwnFolder } from '../own-folder'
import { LongSession, MOST_GROWTH, requireFast, WARM } from './long-session'

const EDITS = 20_000
const TURN_MILLISECONDS = 8000

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
        try {
          turn.note('session', `not judged: ${long.times.length} edits are too few`)
          await compareAll(long.session.client, long.models)
        } finally {
          await long.session.kill()
        }
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
    const memory = `${long.warmMegabytes.toFixed(1)} MiB after ${WARM} edits, ${megabytes.toFixed(1)} MiB after ${count}`
    turn.note(`session of ${count} edits`, `${memory} (x ${growth.toFixed(3)}); ${long.speed()}`)
    await compareAll(long.session.client, long.models)
    if (growth > MOST_GROWTH) {
      throw new Loss('dead', `the engine grew: ${memory}`)
    }
    await requireFast(turn, long, fresh)
  } finally {
    await long.session.kill()
  }
}
