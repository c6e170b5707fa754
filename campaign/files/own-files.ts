import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ContractError } from '../../src/contract/errors'
import { makePairFolder } from '../../src/images/testing'
import type { Turn } from '../attack'
import { answered } from '../deadline'
import { compareAll } from '../edits/edits'
import { PairModel } from '../edits/pair-model'
import type { EngineClient } from '../engine-client'
import { pairIds } from '../engine-client'
import { EngineSession, writeSettings } from '../engine-session'
import { Loss, ensure } from '../loss'
import { mutated } from './mutate'

const SIZE = { width: 48, height: 32 }

/** Settings and the list of recent folders, mutated: the engine starts, and stores new ones. */
export async function mutatedSettings(turn: Turn): Promise<void> {
  const home = join(turn.folder, 'home')
  const folder = join(turn.folder, 'pairs')
  await makePairFolder(folder, { count: 1, ...SIZE, layout: 'before-after' })
  writeSettings(home, { keys: { accept: 'a' }, reviewer: 'Ann' })
  const recent = [{ folder, name: 'pairs', openedAt: 1, pairCount: 1, reviewedCount: 0 }]
  writeFileSync(join(home, 'recent.json'), JSON.stringify(recent))
  for (const name of ['settings.json', 'recent.json']) {
    turn.tally.attempts += 1
    writeFileSync(join(home, name), mutated(turn.random, readFileSync(join(home, name))))
  }
  const session = await EngineSession.openAsIs(turn, { home, folder })
  const { client } = session
  try {
    await answered('the settings are read', client.call('settings.get', {}))
    await answered('the recent folders are read', client.call('project.recent', {}))
    const { reviewer } = await answered(
      'settings are stored',
      client.call('settings.set', { reviewer: 'Bo' }),
    )
    ensure(reviewer === 'Bo', 'settings beside mutated ones were not stored')
    ensure((await pairIds(client)).length === 1, 'a folder does not open beside mutated settings')
    session.requireOnlyKills(0)
  } finally {
    await session.close()
  }
}

/** A project's store, mutated: it opens or is refused in words, and another folder is worked on all the same. */
export async function mutatedProject(turn: Turn): Promise<void> {
  const [home, bad, good] = ['home', 'bad', 'good'].map((name) => join(turn.folder, name))
  for (const folder of [bad, good]) {
    await makePairFolder(folder, { count: 2, ...SIZE, layout: 'before-after' })
  }
  await withSession(turn, home, bad, (client) => editSome(turn, client))
  const stored = join(bad, '.deltascribe')
  for (const name of readdirSync(stored).filter((file) => file.startsWith('project.db'))) {
    turn.tally.attempts += 1
    writeFileSync(join(stored, name), mutated(turn.random, readFileSync(join(stored, name))))
  }
  await withSession(turn, home, bad, async (client) => {
    await readAll(client)
    await answered('another folder opens', client.call('project.open', { folder: good, reading: null }))
    await compareAll(client, await editSome(turn, client))
  })
}

async function withSession(
  turn: Turn,
  home: string,
  folder: string,
  work: (client: EngineClient) => Promise<unknown>,
): Promise<void> {
  const session = await EngineSession.open(turn, { home, folder })
  try {
    await work(session.client)
    session.requireOnlyKills(0)
  } finally {
    await session.close()
  }
}

async function editSome(turn: Turn, client: EngineClient): Promise<PairModel[]> {
  const models = (await pairIds(client)).map((pairId) => new PairModel(pairId, SIZE))
  for (const model of models) {
    for (let count = 0; count < 40; count += 1) {
      const sent = model.next(turn.random)
      await answered('an edit', sent.send(client))
      model.acknowledge(sent)
    }
  }
  return models
}

/** Every answer is one in words. @throws Loss */
async function readAll(client: EngineClient): Promise<void> {
  const failures: ContractError[] = []
  const tried = async <T>(what: string, work: Promise<T>): Promise<T | null> =>
    answered(what, work).catch((error: unknown) => {
      if (!(error instanceof ContractError)) {
        throw error
      }
      failures.push(error)
      return null
    })
  await tried('the project is asked for', client.call('project.current', {}))
  const ids = await tried('the pairs are listed', pairIds(client))
  for (const pairId of ids ?? []) {
    await tried('a pair is read', client.call('pairs.get', { pairId }))
    await tried('a history is read', client.call('pairs.history', { pairId }))
    const diff = [{ type: 'review.set' as const, from: {}, to: { notes: 'more' } }]
    const edit = { pairId, eventId: `after-${pairId}-00`, label: 'More', diff }
    await tried('a pair is edited', client.call('pairs.edit', edit))
  }
  const wordless = failures.find(({ failure }) => failure.code === 'internal' || failure.message === '')
  if (wordless !== undefined) {
    throw new Loss('dead', `a mutated store is answered without words: ${wordless.message}`)
  }
}
