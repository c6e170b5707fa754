import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { InvalidArgumentError } from 'commander'
import type { Command } from 'commander'
import { z } from 'zod'
import { addressText } from '../buckets/address'
import { isBucketAddress } from '../contract/buckets'
import { ContractError, failWith, messageOf } from '../contract/errors'
import { appPaths, userFolder } from '../engine/user-folder'
import { serveOverHttp } from '../engine/server/serve'
import type { Served } from '../engine/server/serve'
import { postgresLocation } from '../store/postgres/location'
import { addBucketOptions, imagePlaceOf } from './bucket-options'
import type { BucketOptions, ImagePlace } from './bucket-options'
import { originOf } from './option-values'
import { remarkOnPeople, teamServing } from './team-options'
import type { TeamOptions } from './team-options'
import { EXIT_CODES, remark, runCommand, print, printJson } from './output'

interface ServeCommandOptions extends TeamOptions, BucketOptions {
  port: number
  allow?: string[]
  allowAnyFolder?: boolean
  /** Origins. */
  allowEndpoint?: string[]
  json?: boolean
}

/** `deltascribe serve [DIR]`: the app in a browser on this machine. */
export function addServeCommand(program: Command): void {
  const command = program
    .command('serve')
    .description('Serve the app on loopback and print an address that works once')
    .argument('[dir]', 'folder of image pairs to open, or s3://BUCKET/FOLDER')
    .option('--port <n>', 'a port of your choice', port, 0)
    .option(
      '--allow <dir>',
      'a further folder that the page may use, with all in it, or s3://BUCKET/FOLDER to export to (repeatable)',
      more,
    )
    .option('--allow-any-folder', 'the page may use every folder that you can')
    .option(
      '--allow-endpoint <url>',
      'a server beyond this machine for captions of pictures, or of buckets that the page may open (repeatable)',
      moreOrigins,
    )
    .option('--api <file>', 'let programs of yours in: their address and token are written to this file')
    .option(
      '--database <url>',
      'the work on DIR lies in this PostgreSQL database, for several servers at once',
    )
    .option('--team', 'people of the database sign in with name and password (see the command users)')
    .option('--listen <address>', 'with --team: an address of this machine, instead of loopback')
    .option('--host <name>', 'with --team: a name that browsers call this server by (repeatable)', more)
    .option('--tls-certificate <file>', 'with --team: encrypt with this certificate chain (PEM)')
    .option('--tls-key <file>', 'with --team: the certificate’s key (PEM)')
    .option('--behind-proxy', 'with --team: a proxy before this server encrypts')
    .option('--json', 'print one JSON document, then serve')
  addBucketOptions(command).action((dir: string | undefined, options: ServeCommandOptions) =>
    runCommand(async () =>
      serve(dir === undefined ? { folder: null, bucket: null } : await imagePlaceOf(dir, options), options),
    ),
  )
}

/** Until it is stopped. Returns the exit code. */
async function serve(
  { folder, bucket }: ImagePlace | { folder: null; bucket: null },
  options: ServeCommandOptions,
): Promise<number> {
  const allowed = (options.allow ?? []).map(allowedPlace)
  const database = databaseOf(folder, options)
  const team = teamServing(options)
  const { page, sample, models, detector, version } = appPaths()
  if (!existsSync(page)) {
    throw failWith('unavailable', 'The page is not built. Run "npm run build" first.')
  }
  if (team !== null && database !== null) {
    await remarkOnPeople(database)
  }
  const serverFailed = new AbortController()
  const served = await serveOverHttp({
    folder,
    allowed: options.allowAnyFolder === true ? 'any' : allowed,
    allowedOrigins: options.allowEndpoint ?? [],
    database,
    bucket,
    userFolder: userFolder(),
    sampleFolder: sample,
    modelsFolder: models,
    detectorFolder: detector,
    pageFolder: page,
    version,
    port: options.port,
    hasApi: options.api !== undefined,
    team,
    onSilent: (message) => remark(`deltascribe: ${message}`),
    onGivenUp(message) {
      remark(`deltascribe: ${message}`)
      serverFailed.abort()
    },
  })
  const removeApiFile = apiFileOf(served, options)
  if (bucket !== null) {
    remark(
      `The work on ${addressText(bucket)} lies in ${database === null ? bucket.folder : 'the database'}.`,
    )
  }
  announce(served, options, reachOf(folder === null ? allowed : [folder, ...allowed], options))
  if (!serverFailed.signal.aborted) {
    await Promise.race([
      once(process, 'SIGINT'),
      once(process, 'SIGTERM'),
      once(process, 'SIGHUP'),
      once(serverFailed.signal, 'abort'),
    ])
  }
  removeApiFile()
  served.close()
  return serverFailed.signal.aborted ? EXIT_CODES.failed : EXIT_CODES.fine
}

/** @param reach a sentence */
function announce(served: Served, { json, team, api }: ServeCommandOptions, reach: string): void {
  if (json === true) {
    printJson({ url: served.url, enginePid: served.enginePid() })
    return
  }
  print(`Deltascribe is at ${served.url}`)
  print(
    team === true
      ? 'People sign in there with name and password; "deltascribe users" adds them. Ctrl+C ends the server.'
      : 'The address works once, in one browser on this machine. Ctrl+C ends the server.',
  )
  if (api !== undefined) {
    print(`Programs find its address and their token in ${resolve(api)}.`)
  }
  print(reach)
}

/** @throws ContractError `cannot-write`, after the server was closed */
function apiFileOf(served: Served, { api: file }: ServeCommandOptions): () => void {
  if (served.api === null || file === undefined) {
    return () => {}
  }
  try {
    return writeApiFile(resolve(file), served.api)
  } catch (error) {
    served.close()
    throw error
  }
}

/** @throws ContractError `invalid-input` */
function databaseOf(folder: string | null, { database }: ServeCommandOptions): string | null {
  if (database === undefined) {
    return null
  }
  if (folder === null) {
    throw failWith(
      'invalid-input',
      'Name the folder whose work lies in the database: serve DIR --database URL.',
    )
  }
  postgresLocation(database)
  return database
}

/** What the page may use, a sentence. */
function reachOf(folders: readonly string[], { allowAnyFolder = false }: ServeCommandOptions): string {
  if (allowAnyFolder) {
    return 'The page may use every folder that you can.'
  }
  return folders.length === 0
    ? 'The page may use no folder but the sample. Name one, or add --allow DIR.'
    : `The page may use ${folders.join(', ')} and what is in there. --allow DIR adds a folder.`
}

function more(given: string, before: readonly string[] = []): string[] {
  return [...before, given]
}

function moreOrigins(given: string, before: readonly string[] = []): string[] {
  try {
    return [...before, originOf(given)]
  } catch (error) {
    throw new InvalidArgumentError(messageOf(error))
  }
}

/** @throws ContractError `folder-unreadable` */
/** An address in a bucket stays as it is: whether it may be written to is found out when it is. */
function allowedPlace(given: string): string {
  if (isBucketAddress(given)) {
    return given
  }
  const path = resolve(given)
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new ContractError({ code: 'folder-unreadable', path, message: `${path} is no folder.` })
  }
  return path
}

function port(text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 0 || value > 65_535) {
    throw new InvalidArgumentError('It must be a port number.')
  }
  return value
}

const apiFileSchema = z.object({ url: z.string(), token: z.string() })

/**
 * Writes where programs find the engine, readable by the user alone. A file that an earlier server left is replaced.
 * @returns the function that removes it
 * @throws ContractError `cannot-write` where something else lies there, or the disk refuses
 */
export function writeApiFile(path: string, access: z.infer<typeof apiFileSchema>): () => void {
  try {
    if (isApiFile(path)) {
      rmSync(path)
    }
    // fails where a file is there, and is made with this mode from the start
    writeFileSync(path, `${JSON.stringify(access)}\n`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST'
    const reason = isThere ? 'it is there already, and no earlier server wrote it' : messageOf(error)
    throw new ContractError({ code: 'cannot-write', path, message: `${path} cannot be written: ${reason}.` })
  }
  return () => rmSync(path, { force: true })
}

function isApiFile(path: string): boolean {
  try {
    return apiFileSchema.safeParse(JSON.parse(readFileSync(path, 'utf8'))).success
  } catch {
    return false
  }
}
