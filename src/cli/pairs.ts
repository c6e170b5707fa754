import type { Command } from 'commander'
import type { DiscoveredReading } from '../dataset/reading'
import { rankedCaptions, documentFrom } from '../domain/review'
import { inspectFolder } from '../engine/open-project'
import { exitCodes, runCommand, say, sayJson } from './output'
import { chooseProposer } from './proposer-option'
import { withEngine } from './with-engine'
import type { EngineClient } from './with-engine'

interface PairsOptions {
  reading?: string
  proposer?: string
  json?: boolean
}

/** What a proposer has said of a pair; null values where it said nothing yet. */
interface Said {
  score: number | null
  agreement: number | null
  caption: string | null
}

/** `deltascribe pairs DIR`: what a folder is read as, without opening or writing anything. */
export function addPairsCommand(program: Command): void {
  program
    .command('pairs')
    .description('List the image pairs found in a folder, and the files left out')
    .argument('<dir>', 'folder of image pairs')
    .option('--reading <id>', 'another reading of the folder than the best')
    .option('--proposer <name>', 'with what this proposer has said: score, agreement, caption')
    .option('--json', 'print one JSON document')
    .action((dir: string, options: PairsOptions) =>
      runCommand(async () => {
        const readings = await inspectFolder(dir)
        const reading = readings.find(({ id }) => id === options.reading) ?? readings.at(0)
        const { proposer } = options
        const said =
          proposer === undefined || reading === undefined
            ? null
            : await withEngine((client) => whatWasSaid(client, dir, reading.id, proposer))
        if (options.json === true) {
          sayJson({
            readings: readings.map(({ id, title, pairs }) => ({ id, title, pairs: pairs.length })),
            ...reading,
            ...(said === null ? {} : { proposer, said: Object.fromEntries(said) }),
          })
        } else if (reading !== undefined) {
          sayReading(reading, said)
        } else {
          say(`No image pairs were found in ${dir}.`)
        }
        return reading === undefined ? exitCodes.failed : exitCodes.fine
      }),
    )
}

function sayReading(
  { title, pairs, leftOut }: DiscoveredReading,
  said: ReadonlyMap<string, Said> | null,
): void {
  say(`${title}: ${pairs.length} pairs`)
  for (const { key, before, after } of pairs) {
    const about = said?.get(key)
    const columns =
      about === undefined ? [] : [number(about.score), number(about.agreement), about.caption ?? '']
    say([key, before, after, ...columns].join('\t'))
  }
  leftOut.forEach(({ path, reason }) => say(`left out: ${path}: ${reason}`))
}

function number(value: number | null): string {
  return value === null ? '-' : value.toFixed(3)
}

/** The newest of its proposals for each pair, by key. */
async function whatWasSaid(
  client: EngineClient,
  folder: string,
  reading: string,
  proposer: string,
): Promise<Map<string, Said>> {
  await chooseProposer(client, proposer)
  await client.call('project.open', { folder, reading })
  const filter = { states: null, search: '', hasProblem: null }
  const { ids } = await client.call('pairs.find', { filter, order: 'key' })
  const said = new Map<string, Said>()
  for (const pairId of ids) {
    const [{ key }] = await client.call('pairs.rows', { ids: [pairId] })
    const made = await client.call('proposals.list', { pairId })
    const newest = made.find((proposal) => proposal.proposer === proposer)
    const whole = newest === undefined ? null : await client.call('proposals.get', { proposalId: newest.id })
    said.set(key, {
      score: whole?.score ?? null,
      agreement: whole?.agreement?.score ?? null,
      caption: whole === null ? null : (rankedCaptions(documentFrom([], whole.captions))[0]?.text ?? null),
    })
  }
  return said
}
