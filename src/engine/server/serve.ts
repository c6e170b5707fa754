import { useBucket } from '../../buckets/buckets-in-use'
import type { BucketPlace } from '../../buckets/bucket-folder'
import { failWith } from '../../contract/errors'
import type { Caller } from '../../contract/person'
import type { Port } from '../../contract/port'
import { openLog, programFacts } from '../../process/log/log'
import { commandHost } from '../../process/process-host'
import type { Reach } from '../../team/own-hosts'
import { openTeamDatabase } from '../../team/team-database'
import { TeamGate } from '../../team/team-gate'
import { startHttpServer } from './http-server'
import type { HttpServerOptions } from './http-server'
import { API_PATH, ProgramApi } from './program-api'
import type { SupervisedEngine } from '../supervisor/supervisor-options'
import { Supervisor } from '../supervisor/supervisor'
import { ImageServer } from '../workers/image-server'
import { englishOf } from '../../messages/message'
import type { StoreAddress } from '../../store/store-address'
import type { Log } from '../../process/log/log'

export interface ServeOptions {
  folder: string | null
  /** Further folders that the page may use, with all in them; `any` for every folder. */
  allowed: readonly string[] | 'any'
  /** Origins beyond this machine that pictures may be sent to. */
  allowedOrigins?: readonly string[]
  /** Address of the database that the folder's project lies in. */
  database?: StoreAddress | null
  /** The folder's images lie in it. */
  bucket?: BucketPlace | null
  userFolder: string
  sampleFolder: string
  modelsFolder: string
  detectorFolder: string
  pageFolder: string
  version: string
  /** 0 takes any free port. */
  port: number
  /** Whether programs may use the engine. */
  hasApi?: boolean
  /** People of the database sign in; absent for the one user of this machine. */
  team?: TeamServing | null
  /** The engine cannot be kept alive, so the server stops; the message is for the user. */
  onGivenUp: (message: string) => void
  /** The engine did not answer and was ended; it is started again. */
  onSilent?: (message: string) => void
}

export interface TeamServing {
  reach: Reach
  /** In PEM; null where nothing or a proxy encrypts. */
  tls: HttpServerOptions['tls']
}

export interface Served {
  url: string
  /** Null where programs may not use the engine. */
  api: { url: string; token: string } | null
  enginePid(): number | undefined
  close(): void
}

/**
 * The whole app without Electron: an engine in a child process and the page over loopback. When the engine
 * is started anew, browsers are disconnected and come back by themselves.
 */
export async function serveOverHttp(options: ServeOptions): Promise<Served> {
  let engine: SupervisedEngine | null = null
  const clients = new Set<Port>()
  const log = openLog(options.userFolder, 'serve')
  log.write('info', 'program.started', programFacts(options.version))
  const { folder, allowed, allowedOrigins = [], database = null, bucket = null, team = null } = options
  const api = options.hasApi === true ? new ProgramApi(options.version) : null
  const supervisor = new Supervisor({
    host: commandHost,
    userFolder: options.userFolder,
    sampleFolder: options.sampleFolder,
    modelsFolder: options.modelsFolder,
    detectorFolder: options.detectorFolder,
    version: options.version,
    program: 'deltascribe serve',
    otherFolders: allowed === 'any' ? 'use' : 'refuse',
    chosenFolders: chosenFolders(options),
    allowedOrigins,
    database: folder === null || database === null ? null : { folder, place: database },
    bucket,
    isTeam: team !== null,
    log,
    onGivenUp: (text) => options.onGivenUp(englishOf(text)),
    onSilent: (message) => options.onSilent?.(englishOf(message)),
    onStarted(started) {
      engine = started
      clients.forEach((client) => client.close())
      clients.clear()
      api?.connect(started.openPort())
    },
  })
  const server = await startHttpServer({
    pageFolder: options.pageFolder,
    port: options.port,
    api,
    locatePicture: (address) => supervisor.locatePicture(address),
    ...teamOptions(options, log),
    onClient(client: Port, caller: Caller) {
      if (engine === null) {
        client.close()
        return
      }
      clients.add(client)
      client.onClose(() => clients.delete(client))
      join(client, engine.openPort(caller), () => clients.delete(client))
    },
  })
  const close = (): void => {
    server.close()
    supervisor.dispose()
  }
  try {
    await supervisor.start(folder)
  } catch (error) {
    close()
    throw error
  }
  return { url: server.url, api: accessOf(api, server.url), enginePid: () => supervisor.enginePid(), close }
}

/** With the one that is opened: an engine that is started again may have another one open. */
function chosenFolders({ folder, allowed }: ServeOptions): string[] {
  const named = allowed === 'any' ? [] : allowed
  return folder === null ? [...named] : [folder, ...named]
}

function accessOf(api: ProgramApi | null, url: string): Served['api'] {
  return api === null ? null : { url: new URL(API_PATH, url).href, token: api.token }
}

/** @throws ContractError `unavailable`; StoreError */
function teamOptions(
  { team = null, database: place = null, bucket = null, folder }: ServeOptions,
  log: Log,
): Pick<HttpServerOptions, 'gate' | 'listen' | 'tls' | 'programs'> {
  if (team === null) {
    return {}
  }
  if (place === null || folder === null) {
    throw failWith('invalid-input', 'The people of a team are in a database.')
  }
  if (bucket !== null) {
    // workers ask this process for images
    useBucket(bucket)
  }
  const { reach, tls = null } = team
  const database = openTeamDatabase(place)
  const images = new ImageServer(database, place, folder)
  return {
    gate: (port) => new TeamGate(reach, database, log, port),
    listen: reach.listen,
    tls,
    programs: (request, response, url) => images.answer(request, response, url),
  }
}

/** Passes messages between both sides; when one side closes, so does the other. */
function join(client: Port, engine: Port, onEnd: () => void): void {
  client.onMessage((message) => engine.post(message))
  engine.onMessage((message) => client.post(message))
  client.onClose(() => {
    onEnd()
    engine.close()
  })
  engine.onClose(() => client.close())
}
