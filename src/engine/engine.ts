import { dirname } from 'node:path'
import { checksOutputs } from '../process/own-programs'
import { engineContract } from '../contract/engine'
import type { EngineEvents, EngineHandlers } from '../contract/engine'
import type { EventPayload } from '../contract/define'
import { toFailure } from '../contract/errors'
import type { Caller } from '../contract/person'
import { requireRole } from '../contract/roles'
import type { PictureAddress } from '../contract/picture'
import type { Port } from '../contract/port'
import { serve } from '../contract/server'
import { commandFailureFields, openLog, programFacts, logFolder } from '../process/log/log'
import type { Log } from '../process/log/log'
import { loggedHost } from '../process/process-host'
import { beginOwnWork } from './begin-own-work'
import { ownBucketsFolder } from './buckets/bucket-place'
import { AllowedFolders, refusedOutside } from './allowed-folders'
import { foldersOfSamples } from './project/sample'
import { eventFor, refusedForReviews } from './blind-reviews'
import { refusedToLookers } from './project/view-only'
import { PeopleHere, refusedWhileOthersWork } from './people-here'
import { EngineState } from './engine-state'
import type { Emit, EngineOptions } from './engine-options'
import { appHandlers, projectHandlers } from './handlers/app'
import { backupHandlers } from './handlers/backups'
import { bucketHandlers } from './handlers/buckets'
import { dataSetHandlers } from './handlers/data-sets'
import { claimHandlers } from './handlers/claims'
import { connectorHandlers, modelHandlers, packHandlers } from './handlers/models'
import { nameHandlers } from './handlers/names'
import { remoteHandlers } from './handlers/remote'
import { teamHandlers } from './handlers/team'
import { predictionHandlers } from './handlers/predictions'
import { sequenceHandlers } from './handlers/sequences'
import { scanHandlers } from './handlers/scans'
import { similarHandlers } from './handlers/similar'
import { statisticsHandlers } from './handlers/statistics'
import { pairHandlers } from './handlers/pairs'
import { overlapHandlers } from './handlers/overlap'
import { proposalHandlers } from './handlers/proposals'
import { trainingHandlers, workHandlers } from './handlers/work'
import { workerHandlers } from './handlers/workers'
import { eventLogger } from './log-events'
import { openAtStart } from './project/open-at-start'
import { locatePicture } from './present-pair'
import type { LocatedPicture } from './pictures/picture-files'

/** The engine as its process, or the command line, holds it. */
export interface Engine {
  /** Serves the contract on one more port. @param caller null if absent: who may do all, and of a team nobody */
  connect(port: Port, caller?: Caller): void
  /** The user chose it: the page may ask for what is in it. */
  allowFolder(folder: string): void
  /** Whether a folder may be shown in the file manager. */
  isShowable(folder: string): boolean
  /** @param folder or the address of a bucket. @throws ContractError `folder-unreadable` */
  open(folder: string): Promise<void>
  /** Opens the folder that the program was started with; the UI is told where it cannot be opened. */
  openAtStart(folder: string): Promise<void>
  /** @throws ContractError */
  locatePicture(address: PictureAddress): Promise<LocatedPicture>
  dispose(): void
}

export function createEngine(options: EngineOptions): Engine {
  const { userFolder } = options
  const log = startedLog(options)
  const logEvent = eventLogger(log)
  const emit: Emit = (event, payload) => {
    logEvent(event, payload)
    server.emit(event, payload)
  }
  const state = new EngineState({ ...options, host: loggedHost(options.host, log, userFolder) }, emit)
  const allowed = allowedFolders(options, state)
  const people = new PeopleHere()
  options.onLanguage?.(state.user.getSettings().language)
  const server = serve(
    engineContract,
    guarded(state, allowed, people, handlersOf(state, allowed, log)),
    (command, error) => console.error(`engine: ${command}:`, error),
    {
      checksOutputs,
      authorise: requireRole,
      shownTo: (event, payload, caller) => shownTo(state, event, payload, caller),
      onFailure: (command, error) => logFailure(log, command, error),
    },
  )
  async function open(given: string): Promise<void> {
    const folder = await state.buckets.folderOf(given)
    allowed.allow(folder)
    await state.open(folder, null)
    beginOwnWork(state)
  }

  const closer = new AbortController()
  const onFailure = (error: unknown): void => logFailure(log, 'project.open', error)
  const starting = { state, open, onFailure, allow: (folder: string) => allowed.allow(folder) }

  return {
    connect(port, caller = null) {
      if (options.isTeam === true && caller === null) {
        port.close()
        return
      }
      server.connect(port, caller)
      if (caller !== null) {
        people.come(caller, port)
        port.onClose(() => state.session?.claims.lost(caller))
      }
    },
    allowFolder: (folder) => allowed.allow(folder),
    isShowable: (folder) => allowed.has(folder) || folder === logFolder(userFolder),
    open,
    openAtStart: (folder) => openAtStart(folder, { ...starting, closing: closer.signal }),
    locatePicture: (request) => locatePicture(state.current(), request),
    dispose() {
      closer.abort()
      state.dispose()
      log.write('info', 'engine.ended')
      log.close()
    },
  }
}

function startedLog({ log: given, userFolder, version, isHeadless = false }: EngineOptions): Log {
  const log = given ?? openLog(userFolder, isHeadless ? 'cli' : 'engine')
  log.write('info', 'engine.started', programFacts(version))
  return log
}

function handlersOf(state: EngineState, allowed: AllowedFolders, log: Log): EngineHandlers {
  return {
    ...appHandlers(state, log),
    ...teamHandlers,
    ...projectHandlers(state, allowed),
    ...backupHandlers(state),
    ...bucketHandlers(state, allowed),
    ...pairHandlers(state),
    ...claimHandlers(state),
    ...overlapHandlers(state),
    ...proposalHandlers(state),
    ...nameHandlers(state),
    ...scanHandlers(state),
    ...similarHandlers(state),
    ...sequenceHandlers(state),
    ...statisticsHandlers(state),
    ...modelHandlers(state),
    ...packHandlers(state),
    ...connectorHandlers(state),
    ...remoteHandlers(state),
    ...workerHandlers(state),
    ...predictionHandlers(state),
    ...trainingHandlers(state),
    ...workHandlers(state),
    ...dataSetHandlers(state),
  }
}

/** What the user chose in earlier runs and at the start; where other folders are refused, what they named at the start. */
function allowedFolders(options: EngineOptions, state: EngineState): AllowedFolders {
  const { askPerson = null, otherFolders = 'use', chosenFolders = [] } = options
  const allowed = new AllowedFolders(otherFolders, askPerson)
  const recent = state.user.getRecent().map(({ folder }) => folder)
  const chosen = otherFolders === 'refuse' ? chosenFolders : [...chosenFolders, ...recent]
  chosen.forEach((folder) => allowed.allow(folder))
  for (const folder of [...foldersOfSamples(options), ...foldersOfBuckets(options, state)]) {
    allowed.allowUnlisted(folder)
  }
  return allowed
}

/** Of recent projects in buckets: their own folders, where a page may name their servers. */
function foldersOfBuckets({ isTeam, userFolder }: EngineOptions, state: EngineState): string[] {
  const recent = isTeam === true ? [] : state.user.getRecent()
  return recent.flatMap(({ folder, bucket }) =>
    bucket !== null &&
    state.buckets.servers.isAllowed(bucket) &&
    dirname(folder) === ownBucketsFolder(userFolder)
      ? folder
      : [],
  )
}

/** What a page may not do is refused before it begins. */
function guarded(
  state: EngineState,
  allowed: AllowedFolders,
  people: PeopleHere,
  handlers: EngineHandlers,
): EngineHandlers {
  const byStore = refusedForReviews(
    refusedToLookers(handlers, () => state.requireEditable()),
    state,
  )
  const folder = (): string | null => state.session?.project.folder ?? null
  return refusedOutside(refusedWhileOthersWork(byStore, people, folder), allowed)
}

/** Settings are told to all, and each person of a team sees their own. */
function shownTo<N extends keyof EngineEvents>(
  state: EngineState,
  event: N,
  payload: EventPayload<EngineEvents, N>,
  caller: Caller,
): EventPayload<EngineEvents, N> | undefined {
  return event === 'settings.changed' && caller !== null
    ? (state.own.of(caller) as EventPayload<EngineEvents, N>)
    : eventFor(state, event, payload, caller)
}

/** Of what was cancelled, or asked while no folder is open, nothing is to be mended. */
const EXPECTED: ReadonlySet<string> = new Set(['cancelled', 'no-project'])

function logFailure(log: Log, command: string, error: unknown): void {
  const { code } = toFailure(error)
  const level = code === 'internal' ? 'error' : EXPECTED.has(code) ? 'debug' : 'warning'
  log.write(level, 'command.failed', commandFailureFields(command, error))
}
