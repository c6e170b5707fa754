import { mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Command } from 'commander'
import { failWith } from '../contract/errors'
import { holdToEdit } from '../engine/project/open-store'
import { storeOf } from '../engine/project/store-location'
import { userFolder } from '../engine/user-folder'
import { openPlace } from '../store/store-address'
import type { Database } from '../store/database'
import { copyProject } from '../store/move-project'
import type { MovedTable } from '../store/move-project'
import { postgresLocation } from '../store/postgres/location'
import { openPostgres } from '../store/postgres/postgres-database'
import { PROJECT_FOLDER, STORE_NAME } from '../store/project-store'
import { EXIT_CODES, print, printJson, runCommand, textTable } from './output'

interface MoveOptions {
  database: string
  back?: boolean
  json?: boolean
}

/** `deltascribe project move`: a project from its folder into PostgreSQL, or back. */
export function addProjectCommand(program: Command): void {
  const project = program.command('project').description('Where the work on a folder lies')
  project
    .command('move')
    .description(
      'Copy the work on a folder, with its history, into a PostgreSQL database or back, and compare both',
    )
    .argument('<dir>', 'folder of image pairs')
    .requiredOption(
      '--database <url>',
      'postgres://USER@HOST/DATABASE; add ?schema=NAME for one of several projects',
    )
    .option('--back', 'from the database into the folder')
    .option('--json', 'print one JSON document')
    .action((dir: string, options: MoveOptions) => runCommand(async () => move(resolve(dir), options)))
}

/** @throws ContractError `invalid-input`, `not-found`, `held`, `conflict`, `unavailable`; StoreError */
function move(dir: string, { database, back = false, json = false }: MoveOptions): number {
  const location = postgresLocation(database)
  const present = storeOf(dir, userFolder())
  if (!back && present === null) {
    throw failWith('not-found', `There is no work on ${dir}: it was never opened.`)
  }
  const path = present ?? join(dir, PROJECT_FOLDER, STORE_NAME)
  mkdirSync(dirname(path), { recursive: true })
  const hold = holdToEdit(dirname(path), 'deltascribe project move')
  const open: Database[] = []
  try {
    const inDatabase = openPostgres(location)
    open.push(inDatabase)
    // what is only copied is not brought up to date
    const inFolder = openPlace(path, !back)
    open.push(inFolder)
    const [from, to] = back ? [inDatabase, inFolder] : [inFolder, inDatabase]
    report(copyProject(from, to), path, location.schema, { back, json })
    return EXIT_CODES.fine
  } finally {
    open.forEach((one) => one.close())
    hold.release()
  }
}

function report(
  tables: readonly MovedTable[],
  path: string,
  schema: string,
  { back, json }: { back: boolean; json: boolean },
): void {
  const [from, to] = back ? [`schema ${schema}`, path] : [path, `schema ${schema}`]
  if (json) {
    printJson({ from, to, tables, isSame: true })
    return
  }
  print(textTable([['Table', 'Rows'], ...tables.map(({ table, rows }) => [table, String(rows)])]))
  print(`Copied from ${from} to ${to}: every row is the same there. Nothing was changed in ${from}.`)
}
