import { setTimeout } from 'node:timers/promises'
import { join } from 'node:path'
import { ContractError } from '../src/contract/errors'
import { makePairFolder } from '../src/images/testing'
import type { Attack, Turn } from './attack'
import { answered } from './deadline'
import { SIZE, compareAll } from './edits/edits'
import { PairModel } from './edits/pair-model'
import { EngineSession } from './engine-session'
import type { EngineClient } from './engine-client'
import { pairIds } from './engine-client'
import { Loss } from './loss'

const PAIRS_EACH = 2

/** Captions that both programs add to the same pair. */
class SharedPair {
  readonly sent: string[] = []
  readonly acknowledged = new Set<string>()

  constructor(readonly pairId: number) {}

  async add(turn: Turn, client: EngineClient): Promise<void> {
    const id = `shared-${turn.random.below(2 ** 32)}-${this.sent.length}`
    this.sent.push(id)
    const caption = { id, text: id, rank: 0, source: { kind: 'person' }, logProbability: null } as const
    const diff = [{ type: 'caption.add', caption, index: 0 } as const]
    await client.call('pairs.edit', { pairId: this.pairId, eventId: id, label: 'Shared', diff })
    this.acknowledged.add(id)
  }

  async compare(client: EngineClient): Promise<void> {
    const { document } = await client.call('pairs.get', { pairId: this.pairId })
    const ids = document.captions.map(({ id }) => id)
    const lost = [...this.acknowledged].filter((id) => !ids.includes(id))
    if (lost.length > 0) {
      throw new Loss(
        'lost',
        `captions that were acknowledged are not in the pair of both programs: ${lost.join(', ')}`,
      )
    }
    if (new Set(ids).size < ids.length || ids.some((id) => !this.sent.includes(id))) {
      throw new Loss(
        'doubled',
        `the pair of both programs has captions twice, or such as nobody sent: ${ids.join(', ')}`,
      )
    }
  }
}

/** One program with the pairs that it alone edits. */
interface Editor {
  session: EngineSession
  models: PairModel[]
}

/** Two programs have one project open and both edit it; an error is no acknowledgement, so one may be refused. */
export function twoProgramsAttack(): Attack {
  return {
    name: 'two-programs',
    async run(turn) {
      const folder = join(turn.folder, 'pairs')
      await makePairFolder(folder, { count: 2 * PAIRS_EACH + 1, ...SIZE, layout: 'before-after' })
      const homes = ['one', turn.random.chance(0.5) ? 'one' : 'other'].map((name) => join(turn.folder, name))
      const first = await EngineSession.open(turn, { home: homes[0], folder })
      const second = await EngineSession.open(turn, { home: homes[1], folder })
      const ids = await answered('the pairs are listed', pairIds(first.client))
      const shared = new SharedPair(ids[2 * PAIRS_EACH])
      const editors = [first, second].map((session, at): Editor => {
        const own = ids.slice(at * PAIRS_EACH, (at + 1) * PAIRS_EACH)
        return { session, models: own.map((pairId) => new PairModel(pairId, SIZE)) }
      })
      try {
        await editTogether(turn, editors, shared)
      } finally {
        await Promise.all(editors.map(({ session }) => session.close()))
      }
      const after = await EngineSession.open(turn, { home: homes[0], folder })
      try {
        await compareAll(
          after.client,
          editors.flatMap(({ models }) => models),
        )
        await answered('the pair of both is read', shared.compare(after.client))
      } finally {
        await after.close()
      }
    },
  }
}

async function editTogether(turn: Turn, editors: readonly Editor[], shared: SharedPair): Promise<void> {
  const stop = new AbortController()
  const refusals = new Map<string, number>()
  const working = Promise.all(editors.map((editor) => editAlone(turn, editor, shared, stop.signal, refusals)))
  working.catch(() => undefined)
  const isKilling = turn.random.chance(0.5)
  await Promise.race([setTimeout(turn.random.between(500, 2000)), working])
  if (isKilling) {
    await turn.random.pick(editors).session.kill()
    await Promise.race([setTimeout(turn.random.between(500, 1500)), working])
  }
  stop.abort()
  await answered('edits of two programs are answered', working)
  for (const [message, count] of refusals) {
    turn.note(`refused, in the last turn: ${message}`, String(count))
  }
}

/** An edit of a pair of one's own, or of the pair of both, one after the other. */
async function editAlone(
  turn: Turn,
  { session: { client }, models }: Editor,
  shared: SharedPair,
  over: AbortSignal,
  refusals: Map<string, number>,
): Promise<void> {
  while (!over.aborted) {
    turn.tally.attempts += 1
    try {
      if (turn.random.chance(0.4)) {
        await shared.add(turn, client)
      } else {
        const model = turn.random.pick(models)
        // what was refused is compared before more is built on it
        if (model.pending.length > 0) {
          await compareAll(client, [model])
        }
        const sent = model.next(turn.random)
        await sent.send(client)
        model.acknowledge(sent)
      }
    } catch (error) {
      if (!(error instanceof ContractError)) {
        throw error
      }
      const { code, message } = error.failure
      refusals.set(`${code}: ${message}`, (refusals.get(`${code}: ${message}`) ?? 0) + 1)
      if (code === 'internal' || code === 'invalid-input') {
        throw new Loss('dead', `an edit beside another program ended in ${code}: ${message}`)
      }
      await setTimeout(20)
    }
  }
}
