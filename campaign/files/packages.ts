import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ContractError } from '../../src/contract/errors'
import { makePairFolder } from '../../src/images/testing'
import { writeUntrainedPackage } from '../../src/training/fine-tuning/testing'
import type { Turn } from '../attack'
import { answered } from '../deadline'
import { pairIds } from '../engine-client'
import { EngineSession } from '../engine-session'
import { Loss } from '../loss'
import { mutated } from './mutate'

/** A command that may be refused in words. @throws Loss where it ends without such */
async function inWords(what: string, work: Promise<unknown>): Promise<void> {
  try {
    await answered(what, work)
  } catch (error) {
    const failure = error instanceof ContractError ? error.failure : null
    if (failure === null || failure.message === '' || failure.code === 'disconnected') {
      throw error
    }
    if (failure.code === 'internal') {
      throw new Loss('dead', `${what} ended without words: ${failure.message}`)
    }
  }
}

/** A model package with a mutated file is refused in words or works; pairs are proposed for all the same. */
export async function mutatedPackage(turn: Turn, shared: string): Promise<void> {
  const { random } = turn
  if (!existsSync(join(shared, 'packages', 'fresh'))) {
    await writeUntrainedPackage(join(shared, 'packages'))
  }
  const [home, folder] = [join(turn.folder, 'home'), join(turn.folder, 'pairs')]
  const isInPlace = random.chance(0.5)
  const model = isInPlace ? join(home, 'models', 'fresh') : join(turn.folder, 'given', 'fresh')
  cpSync(join(shared, 'packages', 'fresh'), model, { recursive: true })
  const path = join(model, random.pick(readdirSync(model)))
  writeFileSync(path, mutated(random, readFileSync(path)))
  await makePairFolder(folder, { count: 1, width: 48, height: 32, layout: 'before-after' })
  turn.tally.attempts += 1
  const session = await EngineSession.open(turn, { home, folder })
  const { client } = session
  try {
    await answered('the models are listed', client.call('models.list', {}))
    if (!isInPlace) {
      await inWords('a package is taken in', client.call('models.import', { folder: model }))
    }
    const [pairId] = await answered('the pairs are listed', pairIds(client))
    const before = client.call('proposals.make', { pairId, proposer: 'fresh' })
    await inWords('a model is asked by name', before)
    await inWords('a model is promoted', client.call('models.promote', { id: 'fresh', scope: 'default' }))
    // whatever the model does, the pair gets a proposal
    await answered('a pair is proposed for', client.call('proposals.make', { pairId, proposer: null }))
    session.requireOnlyKills(0)
  } finally {
    await session.close()
  }
}
