import { setTimeout } from 'node:timers/promises'
import { failWith } from '../contract/errors'
import { remark } from './output'
import type { ProjectPlace } from './project-place'
import { withEngine } from './with-engine'
import type { EngineClient } from './with-engine'
import { englishOf } from '../messages/message'

const POLL_MILLISECONDS = 200
const ROWS_AT_ONCE = 2000
const EVERYTHING = { states: null, search: '', hasProblem: null }

/**
 * Keys of the pairs, the most similar to `like` first, or the most different first where it is null; and the reading
 * that the project is stored with. Makes the embeddings that are missing, unless another program has the project.
 * @throws ContractError `invalid-input` where no pair has this key
 */
export function pairsInOrder(
  { folder, ...place }: ProjectPlace,
  like: string | null,
): Promise<{ reading: string; keys: string[] }> {
  return withEngine(
    async (client) => {
      const { reading, viewOnly } = await client.call('project.open', { folder, reading: null })
      const likeId = like === null ? null : await idOf(client, like)
      if (viewOnly === null) {
        await makeEmbeddings(client)
      } else {
        remark('Another program has the project open, so embeddings that are missing are not made now.')
      }
      const order = like === null ? 'diverse' : 'similarity'
      const { ids } = await client.call('pairs.find', { filter: { ...EVERYTHING, likeId }, order })
      return { reading: reading.id, keys: await keysOf(client, ids) }
    },
    { program: 'deltascribe pairs', ...place },
  )
}

async function idOf(client: EngineClient, wanted: string): Promise<number> {
  const { ids } = await client.call('pairs.find', { filter: EVERYTHING, order: 'key' })
  const place = (await keysOf(client, ids)).indexOf(wanted)
  if (place === -1) {
    throw failWith('invalid-input', `The folder has no pair "${wanted}".`)
  }
  return ids[place]
}

async function keysOf(client: EngineClient, ids: readonly number[]): Promise<string[]> {
  const keys: string[] = []
  for (let start = 0; start < ids.length; start += ROWS_AT_ONCE) {
    const rows = await client.call('pairs.rows', { ids: ids.slice(start, start + ROWS_AT_ONCE) })
    keys.push(...rows.map(({ key }) => key))
  }
  return keys
}

/** @throws ContractError `unavailable` where they cannot be made */
async function makeEmbeddings(client: EngineClient): Promise<void> {
  let status = await client.call('embeddings.start', {})
  while (status.state === 'running' || status.state === 'waiting') {
    if (process.stderr.isTTY) {
      process.stderr.write(`\rEmbeddings of pairs: ${status.ready}/${status.total}   `)
    }
    await setTimeout(POLL_MILLISECONDS)
    status = await client.call('embeddings.status', {})
  }
  if (process.stderr.isTTY) {
    process.stderr.write('\n')
  }
  if (status.problem !== null) {
    throw failWith('unavailable', `Embeddings of pairs could not be made: ${englishOf(status.problem)}`)
  }
}
