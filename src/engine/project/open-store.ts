import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { ContractError, failWith, toFailure } from '../../contract/errors'
import type { ViewOnly } from '../../contract/project'
import type { DiscoveredReading } from '../../dataset/reading'
import { isGuess } from '../../dataset/layouts/named-folders'
import { isSequenceReading } from '../../domain/sequence'
import { holderInWords, holderOf, holdProject, isProjectHeld, ProjectHeld } from '../../store/project-hold'
import type { ProjectHold } from '../../store/project-hold'
import { backupsFolder, makeBackupNow } from '../../store/backups'
import { isOlderStore } from '../../store/sqlite-database'
import { ProjectStore } from '../../store/project-store'
import { isInDatabase } from '../../store/store-address'
import type { StoreAddress } from '../../store/store-address'
import { isNotStored } from '../../store/store-error'
import { decideOnKeys, ofProject } from './found-pairs'
import { tellMissing, withKeptPairs, withWorkedPairs } from './kept-pairs'
import { takeIn } from './take-in'
import { message, messageFields, messageTextOf } from '../../messages/message'
import type { MessageText } from '../../messages/message'
import { getSetting, projectSettings, setSetting } from './project-settings'

/** Who opens a project, and what for. */
export interface Opener {
  /** For the user, as in "the Deltascribe window". */
  program: string
  /** `edit` fails where another program has it, `look` never keeps another one from editing; absent: whichever can be had. */
  access?: 'edit' | 'look' | undefined
}

interface OpenRequest {
  folder: string
  storeFolder: string
  storeAddress: StoreAddress
  found: readonly DiscoveredReading[]
  wantedReading: string | null
  /** Null opens it for editing without keeping other programs from it. */
  opener: Opener | null
}

export interface OpenedStore {
  store: ProjectStore
  /** With the keys and slices of the project. */
  reading: DiscoveredReading
  asFound: DiscoveredReading
  /** Null where the store is open for looking only. */
  hold: ProjectHold | null
  /** What the user should know, or null. */
  notice: MessageText | null
}

/** Another program edits it; null where none does. */
export function presentViewOnly(storeFolder: string): ViewOnly {
  return { holder: holderOf(storeFolder), hasClosed: !isProjectHeld(storeFolder) }
}

/**
 * The store with the pairs of the reading that is wanted, or was used last, or is best. One that is open for looking only
 * has those of the program that edits it. A database is open for several programs at once.
 * @throws ContractError `held` where it is to be edited and another program does; StoreError
 */
export function openStore(request: OpenRequest): OpenedStore {
  const { storeFolder, storeAddress: path, opener } = request
  if (isInDatabase(path)) {
    return { ...openCurrent(path, request), hold: NO_HOLD, notice: null }
  }
  const hold = opener === null ? NO_HOLD : holdFor(storeFolder, opener)
  if (hold === null) {
    return openedToLook(path, request)
  }
  try {
    const opened = openToEdit(path, request)
    if (opener?.access !== 'look') {
      return { ...opened, hold, notice: opened.notice ?? hold.notice }
    }
    opened.store.close()
  } catch (error) {
    hold.release()
    throw error
  }
  hold.release()
  return openedToLook(path, request)
}

const NO_HOLD: ProjectHold = { notice: null, release: () => undefined }

/** Null where another program has it. @throws ContractError `held` */
function holdFor(storeFolder: string, { program, access }: Opener): ProjectHold | null {
  try {
    return holdToEdit(storeFolder, program)
  } catch (error) {
    if (access !== 'edit' && toFailure(error).code === 'held') {
      return null
    }
    throw error
  }
}

/** @throws ContractError `held`, which says by whom */
export function holdToEdit(storeFolder: string, program: string): ProjectHold {
  try {
    return holdProject(storeFolder, program)
  } catch (error) {
    if (!(error instanceof ProjectHeld)) {
      throw error
    }
    const who = holderInWords(error.holder)
    throw failWith('held', message('store.held', { who }))
  }
}

/**
 * Makes a backup of a store that an older program made, and brings it up to date: whole, or not at all. Where the disk
 * has no room for both, there is no backup.
 */
function openToEdit(path: string, request: OpenRequest): Omit<OpenedStore, 'hold'> {
  const { backup, notice } = backUpBeforeMigration(path)
  try {
    return { ...openCurrent(path, request), notice }
  } catch (error) {
    if (backup === null || !isNotStored(error)) {
      throw error
    }
    rmSync(join(backupsFolder(path), backup), { force: true })
    return { ...openCurrent(path, request), notice: noBackup(error) }
  }
}

/** The backup's name; where it could not be made, what the user should know of that. */
function backUpBeforeMigration(path: string): { backup: string | null; notice: MessageText | null } {
  try {
    return { backup: isOlderStore(path) ? makeBackupNow(path, 'migration') : null, notice: null }
  } catch (error) {
    return { backup: null, notice: noBackup(error) }
  }
}

function noBackup(error: unknown): MessageText {
  return message('store.noBackupBefore', { reason: messageTextOf(error) })
}

function openCurrent(
  place: StoreAddress,
  { folder, found, wantedReading }: OpenRequest,
): Omit<OpenedStore, 'hold' | 'notice'> {
  const store = new ProjectStore(place)
  try {
    return { store, ...takeInReading(store, { folder, found, wantedReading }) }
  } catch (error) {
    store.close()
    throw error
  }
}

/** Stores the pairs of the reading that is wanted, or was used last, or is best. */
export function takeInReading(
  store: ProjectStore,
  { folder, found, wantedReading }: Pick<OpenRequest, 'folder' | 'found' | 'wantedReading'>,
): Pick<OpenedStore, 'reading' | 'asFound'> {
  const previous = getSetting(store.meta, projectSettings.reading)
  const wanted = wantedReading ?? previous
  requireSides(folder, wanted, found)
  const asFound = withWorkedPairs(store, found.find(({ id }) => id === wanted) ?? found[0], found)
  if (previous === null) {
    decideOnKeys(store.meta, asFound)
  }
  const own = ofProject(asFound, store)
  // another reading that a person chose hides the pairs of the last one
  const isChosenAnew =
    wanted !== previous && !(isSequenceReading(own.id) && isSequenceReading(previous ?? ''))
  const reading = isChosenAnew ? own : withKeptPairs(store, folder, own)
  takeIn(store, reading, previous === null || previous === reading.id ? null : folder)
  tellMissing(store, folder, reading, own)
  // last: where the program ends before, the next opening knows what the pairs were read by
  if (reading.id !== previous) {
    setSetting(store.meta, projectSettings.reading, reading.id)
  }
  return { reading, asFound }
}

/** @throws ContractError `folder-unreadable` where a person has to say which side is which */
function requireSides(folder: string, wanted: string | null, found: readonly DiscoveredReading[]): void {
  const [best] = found
  if (isGuess(best.id) && !found.some(({ id }) => id === wanted)) {
    const names = found
      .filter(({ id }) => isGuess(id))
      .map(({ pairs }) => `${topOf(pairs[0].before)}/`)
      .join(', ')
    const text = message('folders.whichIsBefore', { names })
    throw new ContractError({ code: 'folder-unreadable', path: folder, ...messageFields(text) })
  }
}

function topOf(path: string): string {
  return path.split('/', 1)[0]
}

function openedToLook(path: string, { found, folder }: OpenRequest): OpenedStore {
  const store = new ProjectStore(path, true)
  return { store, ...presentReading(store, folder, found), hold: null, notice: null }
}

/** By which the pairs of the store were read. Nothing is written. */
export function presentReading(
  store: ProjectStore,
  folder: string,
  found: readonly DiscoveredReading[],
): Pick<OpenedStore, 'reading' | 'asFound'> {
  const present = getSetting(store.meta, projectSettings.reading)
  const asFound = withWorkedPairs(store, found.find(({ id }) => id === present) ?? found[0], found)
  return { reading: withKeptPairs(store, folder, ofProject(asFound, store)), asFound }
}

/** Another text wherever the folder was read anew, by this program or another one. */
export function readingMark({ meta }: ProjectStore): string {
  return `${getSetting(meta, projectSettings.reading)} ${getSetting(meta, projectSettings.contents)}`
}

/** The reading anew, after slices were added to the project. */
export function withNewSlices(
  store: ProjectStore,
  folder: string,
  asFound: DiscoveredReading,
): DiscoveredReading {
  const own = ofProject(asFound, store)
  const reading = withKeptPairs(store, folder, own)
  takeIn(store, reading, null)
  tellMissing(store, folder, reading, own)
  return reading
}
