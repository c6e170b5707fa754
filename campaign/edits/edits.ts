import { setTimeout } from 'node:timers/promises'
import { join } from 'node:path'
import { makePairFolder } from '../../src/images/testing'
import type { Attack, Turn } from '../attack'
import { answered } from '../deadline'
import { EngineSession } from '../engine-session'
import type { EngineClient } from '../engine-client'
import { pairIds } from '../engine-client'
import { Loss } from '../loss'
import { messageOf } from '../../src/contract/errors'
import { PairModel } from './pair-model'
import { makeOwnFolder } from '../own-folder'

export const SIZE = { width: 64, height: 48 }
const PAIRS = 8
/** Pairs that are edited; the others are proposed for meanwhile. */
const EDITED = 4
/** A project is edited for so many turns, then another one is begun. */
const TURNS = 25
const MOST_IN_FLIGHT = 4

export interface EditedProject {
  folder: string
  home: string
  models: PairModel[]
  turns: number
}

export async function newProject(turn: Turn, folder: string): Promise<EditedProject> {
  const pairs = join(folder, 'pairs')
  const home = join(folder, 'home')
  await makePairFolder(pairs, { count: PAIRS, ...SIZE, layout: 'before-after' })
  const session = await EngineSession.open(turn, { home, folder: pairs })
  try {
    const ids = await answered('the pairs are listed', pairIds(session.client))
    const models = ids.slice(0, EDITED).map((pairId) => new PairModel(pairId, SIZE))
    // before anything is proposed for them: what is edited is left alone by proposals
    for (const model of models) {
      const sent = model.next(turn.random)
      await answered('a first edit', sent.send(session.client))
      model.acknowledge(sent)
    }
    return { folder: pairs, home, models, turns: 0 }
  } finally {
    await session.close()
  }
}

/** @throws Loss */
export async function compareAll(client: EngineClient, models: readonly PairModel[]): Promise<void> {
  for (const model of models) {
    const { pairId } = model
    const [opened, history] = await answered(
      'a pair is read',
      Promise.all([client.call('pairs.get', { pairId }), client.call('pairs.history', { pairId })]),
    )
    model.compare(opened, history)
  }
}

/**
 * Edits one pair until it is told to stop, with several edits under way.
 * @param gone resolves where nothing will be answered any more: what is pending then stays so
 * @throws Loss where an edit is refused
 */
export async function editOn(
  turn: Turn,
  client: EngineClient,
  model: PairModel,
  { over, gone = new Promise(() => undefined) }: { over: AbortSignal; gone?: Promise<unknown> },
): Promise<void> {
  const waiting = new Set<Promise<void>>()
  const ended = new AbortController()
  void gone.then(() => ended.abort())
  while (!over.aborted && !ended.signal.aborted) {
    const sent = model.next(turn.random)
    turn.tally.attempts += 1
    const edit = sent.send(client).then(
      () => model.acknowledge(sent),
      (error: unknown) => {
        throw new Loss('lost', `an edit that fits was refused: ${messageOf(error)}`)
      },
    )
    const waited = edit.finally(() => waiting.delete(waited))
    waiting.add(waited)
    await (waiting.size < MOST_IN_FLIGHT
      ? setTimeout(turn.random.below(4))
      : Promise.race([...waiting, gone]))
  }
  await Promise.race([Promise.all(waiting), gone])
}

/** Edits through the engine's own port, as the window sends them; the engine is killed meanwhile. */
export function editsAttack(): Attack {
  const own = makeOwnFolder('edits')
  let project: EditedProject | null = null

  return {
    name: 'edits',
    async run(turn) {
      project ??= await newProject(turn, own.fresh())
      const { home, folder, models } = project
      const settings = { proposeAhead: turn.random.chance(0.3) }
      const session = await EngineSession.open(turn, { home, folder, settings })
      const { client } = session
      try {
        await compareAll(client, models)
        const stop = new AbortController()
        const over = stop.signal
        const writing = Promise.all(models.map((model) => editOn(turn, client, model, { over })))
        writing.catch(() => undefined)
        const kills = turn.random.between(1, 3)
        for (let kill = 0; kill < kills; kill += 1) {
          await Promise.race([setTimeout(turn.random.below(1200)), writing])
          await session.kill()
        }
        await Promise.race([setTimeout(turn.random.below(600)), writing])
        stop.abort()
        await answered('edits sent while the engine was killed are answered', writing)
        session.requireOnlyKills(kills)
        await compareAll(client, models)
      } finally {
        await session.close()
      }
      project = (project.turns += 1) < TURNS ? project : null
    },
    async end() {
      own.remove()
    },
  }
}
