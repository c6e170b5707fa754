import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Proposal } from '../../src/contract/proposal'
import { makePairFolder } from '../../src/images/testing'
import { hasSoftwareDriver } from '../../src/training/testing-webgpu'
import type { Turn } from '../attack'
import { answered, until } from '../deadline'
import { pairIds } from '../engine-client'
import { EngineSession } from '../engine-session'
import { Loss, ensure } from '../loss'

const PAIRS = 6
const SIZE = { width: 96, height: 64 }

/** What a pair was given, without what tells one proposal from another: its number, its time and what made it. */
type Given = Pick<Proposal, 'proposer' | 'regions' | 'captions' | 'score'>

export interface UndisturbedProposals {
  given: Given[]
  /** From the start of the queue to its end. */
  milliseconds: number
}

/** Proposes for a folder on the device with nothing in between. */
export async function proposeUndisturbed(turn: Turn): Promise<UndisturbedProposals> {
  return withQueue(turn, async (session, ended) => {
    const began = performance.now()
    await ended()
    return { given: await givenTo(session), milliseconds: performance.now() - began }
  })
}

/**
 * Proposes for a folder on the device, whose process is killed at a moment of the time that all takes otherwise.
 * Returns whether it was there. @throws Loss where a pair has no proposal, two, or another one
 */
export async function proposeKilled(
  turn: Turn,
  { given, milliseconds }: UndisturbedProposals,
): Promise<boolean> {
  return withQueue(turn, async (session, ended) => {
    await until('a process uses the device', () => session.children().some(hasSoftwareDriver))
    await setTimeout(turn.random.next() * milliseconds)
    const users = session.children().filter(hasSoftwareDriver)
    if (users.length > 0) {
      session.killChild(turn.random.pick(users))
    }
    await ended()
    session.requireOnlyKills(0)
    const made = await givenTo(session)
    made.forEach((own, at) => {
      const isSame = JSON.stringify(own) === JSON.stringify(given[at])
      ensure(isSame, `pair ${at + 1} has another proposal after the process of the device was killed`)
    })
    return users.length > 0
  })
}

async function withQueue<T>(
  turn: Turn,
  work: (session: EngineSession, ended: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const [home, folder] = [join(turn.folder, 'home'), join(turn.folder, 'pairs')]
  await makePairFolder(folder, { count: PAIRS, ...SIZE, layout: 'before-after' })
  const settings = { proposeAhead: true, provider: 'webgpu' } as const
  const session = await EngineSession.open(turn, { home, folder, settings })
  try {
    return await work(session, () =>
      until('the queue ends', async () => {
        const { isRunning, done, failed } = await session.client.call('proposals.status', {})
        return !isRunning && done + failed === PAIRS
      }),
    )
  } finally {
    await session.close()
  }
}

/** Of each pair. @throws Loss `lost` or `doubled` where one has none or several */
async function givenTo({ client }: EngineSession): Promise<Given[]> {
  const ids = await answered('the pairs are listed', pairIds(client))
  const all: Given[] = []
  for (const pairId of ids) {
    const list = await answered('proposals are listed', client.call('proposals.list', { pairId }))
    if (list.length !== 1) {
      throw new Loss(list.length === 0 ? 'lost' : 'doubled', `pair ${pairId} has ${list.length} proposals`)
    }
    const whole = await answered(
      'a proposal is read',
      client.call('proposals.get', { proposalId: list[0].id }),
    )
    const { proposer, regions, captions, score } = whole
    all.push({ proposer, regions: regions.map(withoutNumber), captions: captions.map(withoutNumber), score })
  }
  return all
}

/** A proposal's number may differ. */
function withoutNumber<T extends { source: object }>(part: T): T {
  return { ...part, source: { kind: 'proposal', proposalId: 0 } }
}
