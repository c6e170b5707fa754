import { setTimeout } from 'node:timers/promises'
import type { Attack, Turn } from '../attack'
import { answered } from '../deadline'
import { writeSettings } from '../engine-session'
import type { EngineClient } from '../engine-client'
import { makeOwnFolder } from '../own-folder'
import { ServedSession } from '../served-session'
import { compareAll, editOn, newProject } from './edits'
import type { EditedProject } from './edits'
import type { PairModel } from './pair-model'

/** A project is edited for so many turns, then another one is begun. */
const TURNS = 25

/** Edits through `deltascribe serve` over its socket; its engine is killed meanwhile, and in the end the server. */
export function servedAttack(): Attack {
  const own = makeOwnFolder('served')
  let project: EditedProject | null = null

  return {
    name: 'served',
    async run(turn) {
      project ??= await newProject(turn, own.fresh())
      const { home, folder, models } = project
      writeSettings(home, { proposeAhead: turn.random.chance(0.3) })
      const session = await ServedSession.open(turn, home, folder)
      const stop = new AbortController()
      try {
        if (turn.random.chance(0.5)) {
          await sendAgain(turn, session.client, models)
        }
        await compareAll(session.client, models)
        const ends = { over: stop.signal, gone: session.gone }
        const writing = Promise.all(models.map((model) => editOn(turn, session.client, model, ends)))
        writing.catch(() => undefined)
        const kills = turn.random.between(0, 2)
        for (let kill = 0; kill < kills; kill += 1) {
          await Promise.race([setTimeout(turn.random.below(800)), writing])
          await session.killEngine()
        }
        await Promise.race([setTimeout(turn.random.below(1200)), writing])
        await session.kill()
        stop.abort()
        await answered('the editing ends', writing)
      } finally {
        stop.abort()
        if (!(await isGone(session))) {
          await session.kill()
        }
      }
      project = (project.turns += 1) < TURNS ? project : null
    },
    async end() {
      own.remove()
    },
  }
}

/** What a page does that has not heard of its edits: it sends them again, and each counts once. */
async function sendAgain(turn: Turn, client: EngineClient, models: readonly PairModel[]): Promise<void> {
  for (const model of models) {
    for (const sent of model.pending.slice()) {
      turn.tally.attempts += 1
      await answered('an edit that is sent again', sent.send(client))
      model.acknowledge(sent)
    }
  }
}

function isGone({ gone }: ServedSession): Promise<boolean> {
  return Promise.race([gone.then(() => true), setTimeout(0, false)])
}
