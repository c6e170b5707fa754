import type { Client } from '../src/contract/client'
import type { EngineCommands, EngineEvents } from '../src/contract/engine'

export type EngineClient = Client<EngineCommands, EngineEvents>

/** All pairs of the open folder, by key. */
export async function pairIds(client: EngineClient): Promise<number[]> {
  const filter = { states: null, search: '', hasProblem: null }
  return (await client.call('pairs.find', { filter, order: 'key' })).ids
}
