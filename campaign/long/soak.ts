import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { reviewStates } from '../../src/domain/pair'
import type { Attack, Turn } from '../attack'
import { answered } from '../deadline'
import { compareAll } from '../edits/edits'
import { Loss } from '../loss'
import { makeOwnFolder } from '../own-folder'
import { canLookAtProcesses, processTree } from '../processes'
import { LongSession, MOST_GROWTH, requireFast, WARM } from './long-session'

const EDITED = 50
const TURN_MILLISECONDS = 8000
const VISITS = 5
const EDITS_A_VISIT = 6
/** All processes together: those of models keep what they used most. */
const MOST_TREE_GROWTH = 1.2
const MOST_NEW_HANDLES = 10

/** What the server, the engine and the processes below it hold. */
interface Held {
  minutes: number
  processes: number
  megabytes: number
  handles: number
}

/**
 * A day of a reviewer, for as long as the campaign lasts: in one session pairs are read, edited, proposed for, looked
 * for and previewed as an export, at a person's pace. From edit 2,000 on nothing may grow.
 */
export function soakAttack(): Attack {
  const own = makeOwnFolder('soak')
  const beside = makeOwnFolder('soak-beside')
  const began = performance.now()
  let long: LongSession | null = null
  let warm: Held | null = null

  return {
    name: 'soak',
    async run(turn) {
      long ??= await LongSession.open(turn, own.fresh(), EDITED)
      await workAWhile(turn, long)
      if (warm === null && long.times.length >= WARM) {
        warm = held(long, began)
      }
    },
    async end(turn) {
      try {
        if (long !== null && warm !== null && long.times.length >= 2 * WARM) {
          await judge(turn, long, { warm, now: held(long, began) }, beside.fresh)
        } else if (long !== null) {
          turn.note('session', `not judged: ${long.times.length} edits are too few`)
          await compareAll(long.session.client, long.models)
        }
      } finally {
        await long?.session.kill()
        own.remove()
        beside.remove()
      }
    },
  }
}

/** Some seconds of work and of pauses. */
async function workAWhile({ random, tally, signal }: Turn, long: LongSession): Promise<void> {
  const { client } = long.session
  const pause = TURN_MILLISECONDS / (VISITS * EDITS_A_VISIT) / 2
  const began = performance.now()
  for (let visit = 0; visit < VISITS && !signal.aborted; visit += 1) {
    const filter = { states: null, search: random.pick(['0', 'pair', 'red', 'nothing']), hasProblem: null }
    const { ids } = await answered(
      'pairs are looked for',
      client.call('pairs.find', { filter, order: 'key' }),
    )
    await answered('rows are read', client.call('pairs.rows', { ids: ids.slice(0, 50) }))
    for (let count = 0; count < EDITS_A_VISIT; count += 1) {
      tally.attempts += 1
      await long.edit(random)
      await setTimeout(pause)
    }
  }
  const pairId = random.pick(long.otherIds)
  await answered('a pair is proposed for', client.call('proposals.make', { pairId, proposer: null }))
  await answered('a pair is read', client.call('pairs.get', { pairId }))
  const states = [...reviewStates]
  await answered('an export is previewed', client.call('export.preview', { format: 'coco', states }))
  await setTimeout(Math.max(0, TURN_MILLISECONDS - (performance.now() - began)))
}

function held({ session }: LongSession, began: number): Held {
  const pids = processTree(session.pid).map(({ pid }) => pid)
  return {
    minutes: (performance.now() - began) / 60_000,
    processes: pids.length,
    megabytes: pids.reduce((sum, pid) => sum + residentMegabytes(pid), 0),
    handles: pids.reduce((sum, pid) => sum + readdirSync(`/proc/${pid}/fd`).length, 0),
  }
}

function residentMegabytes(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes ?? 0) / 1024
}

/** @throws Loss `dead` where something grew or became slow, `lost` where something is not there */
async function judge(
  turn: Turn,
  long: LongSession,
  { warm, now }: { warm: Held; now: Held },
  fresh: () => string,
): Promise<void> {
  const count = long.times.length
  const megabytes = await long.inspector.settledMegabytes()
  const engine = `engine ${long.warmMegabytes.toFixed(1)} MiB after ${WARM} edits, ${megabytes.toFixed(1)} MiB after ${count} (x ${(megabytes / long.warmMegabytes).toFixed(3)})`
  turn.note(`session of ${now.minutes.toFixed(0)} minutes`, `${engine}; ${long.speed()}`)
  turn.note('all processes', canLookAtProcesses ? `${inWords(warm)}; ${inWords(now)}` : 'only on Linux')
  await compareAll(long.session.client, long.models)
  if (
    megabytes / long.warmMegabytes > MOST_GROWTH ||
    now.megabytes > MOST_TREE_GROWTH * warm.megabytes ||
    now.processes > warm.processes ||
    now.handles > warm.handles + MOST_NEW_HANDLES
  ) {
    throw new Loss('dead', `it grew: ${engine}; ${inWords(warm)}; ${inWords(now)}`)
  }
  await requireFast(turn, long, fresh)
}

function inWords({ minutes, processes, megabytes, handles }: Held): string {
  return `after ${minutes.toFixed(0)} minutes ${processes} processes, ${megabytes.toFixed(0)} MiB, ${handles} open files`
}
