import { failWith } from '../contract/errors'
import { remark } from './output'
import type { EngineClient } from './with-engine'

/**
 * The name of the proposer that will serve. One that is asked for by name has to be usable.
 * @throws ContractError `invalid-input`
 */
export async function chooseProposer(client: EngineClient, wanted: string | undefined): Promise<string> {
  const proposers = await client.call('proposers.list', {})
  if (wanted === undefined) {
    proposers
      .filter(({ isAvailable }) => !isAvailable)
      .forEach(({ name, reason }) => remark(`${name} cannot be used: ${reason ?? 'no reason given'}.`))
    return proposers.find(({ isInUse }) => isInUse)?.name ?? proposers[0].name
  }
  const known = proposers.map(({ name }) => name).join(', ')
  const found = proposers.find(({ name }) => name === wanted)
  if (found === undefined) {
    throw failWith('invalid-input', `There is no proposer "${wanted}". There are: ${known}.`)
  }
  if (!found.isAvailable) {
    throw failWith('invalid-input', `The proposer ${wanted} cannot be used: ${found.reason ?? ''}.`)
  }
  return wanted
}
