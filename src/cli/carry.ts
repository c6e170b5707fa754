import type { Command } from 'commander'
import { failWith, toFailure } from '../contract/errors'
import type { PairRow } from '../contract/project'
import type { Carried } from '../contract/sequences'
import { EXIT_CODES, print, printJson, remark, runCommand } from './output'
import { addProjectOptions, projectPlaceOf } from './project-place'
import type { ProjectOptions } from './project-place'
import { withEngine } from './with-engine'
import type { EngineClient } from './with-engine'

interface CarryOptions extends ProjectOptions {
  sequence?: string
  json?: boolean
}

/** `deltascribe carry DIR`: offers the accepted regions of each reviewed pair of a sequence to its next date. */
export function addCarryCommand(program: Command): void {
  const command = program
    .command('carry')
    .description('Offer the regions of reviewed pairs to the next date of their place')
    .argument('<dir>', 'folder with three dates or more of a place, or s3://BUCKET/FOLDER')
    .option('--sequence <name>', 'only this place')
    .option('--json', 'print one JSON document')
  addProjectOptions(command).action((dir: string, options: CarryOptions) =>
    runCommand(async () => {
      const { folder, ...place } = await projectPlaceOf(dir, options)
      return withEngine((client) => carryAll(client, folder, options), {
        program: 'deltascribe carry',
        access: 'edit',
        ...place,
      })
    }),
  )
}

async function carryAll(client: EngineClient, dir: string, options: CarryOptions): Promise<number> {
  await client.call('project.open', { folder: dir, reading: null })
  const all = (await client.call('sequences.list', {})).map(({ name }) => name)
  const { sequence } = options
  if (all.length === 0 || (sequence !== undefined && !all.includes(sequence))) {
    const none = 'The folder has no place with three dates.'
    throw failWith('invalid-input', all.length === 0 ? none : `The folder has no sequence "${sequence}".`)
  }
  const carried: Carried[] = []
  for (const name of sequence === undefined ? all : [sequence]) {
    carried.push(...(await carrySequence(client, name)))
  }
  report(carried, options.json === true)
  return EXIT_CODES.fine
}

/** All but the last date, which has no next one. */
async function carrySequence(client: EngineClient, sequence: string): Promise<Carried[]> {
  const carried: Carried[] = []
  for (const { id, key } of (await rowsOf(client, sequence)).slice(0, -1).filter(isReviewed)) {
    try {
      carried.push(await client.call('sequences.carry', { pairId: id }))
    } catch (error) {
      const failure = toFailure(error)
      if (failure.code !== 'conflict') {
        throw error
      }
      remark(`${key}: ${failure.message}`)
    }
  }
  return carried
}

function isReviewed({ state }: PairRow): boolean {
  return state === 'accepted' || state === 'corrected'
}

const ROWS_AT_ONCE = 2000

async function rowsOf(client: EngineClient, sequence: string): Promise<PairRow[]> {
  const filter = { states: null, search: '', hasProblem: null, sequence }
  const { ids } = await client.call('pairs.find', { filter, order: 'sequence' })
  const rows: PairRow[] = []
  for (let start = 0; start < ids.length; start += ROWS_AT_ONCE) {
    rows.push(...(await client.call('pairs.rows', { ids: ids.slice(start, start + ROWS_AT_ONCE) })))
  }
  return rows
}

function report(carried: readonly Carried[], isJson: boolean): void {
  const news = carried.filter(({ isKnown }) => !isKnown)
  if (isJson) {
    printJson({
      carried: news.map(({ key, regionCount }) => ({ key, regionCount })),
      known: carried.length - news.length,
    })
    return
  }
  news.forEach(({ key, regionCount }) => print(`${key}\t${regionCount}`))
  remark(
    `Regions were carried to ${news.length} pairs, as proposals; ${carried.length - news.length} had them already.`,
  )
}
