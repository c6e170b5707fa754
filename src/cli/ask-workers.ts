import { EXIT_CODES, print, printJson } from './output'
import { chooseProposer } from './option-values'
import type { EngineClient } from './with-engine'

interface AskOptions {
  limit?: number
  proposer?: string
  json?: boolean
}

/**
 * Has workers propose for pairs of a folder whose work lies in a database, and does not wait for them. Returns the exit
 * code.
 */
export async function askWorkers(client: EngineClient, folder: string, options: AskOptions): Promise<number> {
  await client.call('project.open', { folder, reading: null })
  await chooseProposer(client, options.proposer)
  const { proposer = null, limit = null, json } = options
  const asked = await client.call('workers.ask', { proposer, limit })
  if (json === true) {
    printJson(asked)
    return EXIT_CODES.fine
  }
  const { lacking, added } = asked
  print(`${added} pairs were asked for by ${asked.proposer}; ${lacking} lack a proposal by it`)
  return EXIT_CODES.fine
}
