import { createHash } from 'node:crypto'
import { existsSync, accessSync, constants, mkdirSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { ContractError, toFailure } from '../contract/errors'
import type { Project, Reading } from '../contract/project'
import { discoverPairs } from '../dataset/discover'
import type { DiscoveredReading } from '../dataset/reading'
import { DiscoverError } from '../dataset/scan'
import { StoreError } from '../store/database'
import { ProjectStore, STORE_NAME, PROJECT_FOLDER } from '../store/project-store'
import { copyStore } from '../store/copy-store'

/** An open folder: its content, and its store. */
export interface OpenProject {
  folder: string
  store: ProjectStore
  storeFolder: string
  /** For pictures made from the images; may be deleted at any time. */
  cacheFolder: string
  /** All but the kind of the images. */
  describe(): Omit<Project, 'sceneKind'>
}

const SHOWN_LEFT_OUT = 200
const SHOWN_EXAMPLES = 3
const READING_NAME = 'reading'
/** Hash of the pairs that were last read from the folder. */
export const CONTENTS_NAME = 'contents'

/** @throws ContractError `folder-unreadable` */
export async function inspectFolder(folder: string): Promise<DiscoveredReading[]> {
  try {
    return (await discoverPairs(folder)).readings
  } catch (error) {
    throw error instanceof DiscoverError ? unreadable(folder, `${error.message}.`) : error
  }
}

export function unreadable(path: string, message: string): ContractError {
  return new ContractError({ code: 'folder-unreadable', path, message })
}

export function describeReading({ id, title, pairs, leftOut }: DiscoveredReading): Reading {
  return {
    id,
    title,
    pairCount: pairs.length,
    labelCount: pairs.filter(({ label }) => label !== null).length,
    leftOutCount: leftOut.reduce((sum, { count }) => sum + (count ?? 1), 0),
    leftOut: leftOut.slice(0, SHOWN_LEFT_OUT),
    examples: pairs.slice(0, SHOWN_EXAMPLES).map(({ key, before, after }) => ({ key, before, after })),
  }
}

/**
 * Opens the store beside the images, or under `userFolder` if the folder cannot be written.
 * @param copyNotice for the user, if `requestedFolder` is a copy of the chosen folder
 * @throws ContractError `folder-unreadable` if nothing in the folder reads as pairs, or its store is damaged
 */
export async function openProject(
  requestedFolder: string,
  wantedReading: string | null,
  userFolder: string,
  copyNotice: string | null = null,
): Promise<OpenProject> {
  const folder = resolve(requestedFolder)
  const found = await inspectFolder(folder)
  if (found.length === 0) {
    const message = `No image pairs were found in ${folder}. The user guide lists the layouts that are recognised.`
    throw unreadable(folder, message)
  }
  const { path: storeFolder, notice } = storeLocationFor(folder, userFolder)
  const { store, reading } = openStore(join(storeFolder, STORE_NAME), { folder, found, wantedReading })
  const readings = found.map(describeReading)
  const described = describeReading(reading)
  const notices = [copyNotice, notice].filter((one) => one !== null)
  return {
    folder,
    store,
    storeFolder,
    cacheFolder: join(storeFolder, 'cache'),
    describe: () => ({
      folder,
      name: basename(folder),
      reading: described,
      readings,
      pairCount: reading.pairs.length,
      counts: store.pairs.counts(),
      storePath: storeFolder,
      storeNotice: notices.length === 0 ? null : notices.join(' '),
    }),
  }
}

function storeLocationFor(folder: string, userFolder: string): StoreLocation {
  try {
    return storeFolderFor(folder, userFolder)
  } catch (error) {
    throw error instanceof StoreError ? unreadable(folder, error.message) : error
  }
}

interface OpenRequest {
  folder: string
  found: readonly DiscoveredReading[]
  wantedReading: string | null
}

/** The store with the pairs of the chosen reading, else of the last one, else of the best one. */
function openStore(
  path: string,
  { folder, found, wantedReading }: OpenRequest,
): { store: ProjectStore; reading: DiscoveredReading } {
  let store: ProjectStore | null = null
  try {
    store = new ProjectStore(path)
    const previous = store.meta.get(READING_NAME)
    const wanted = wantedReading ?? previous
    const reading = found.find(({ id }) => id === wanted) ?? found[0]
    takeIn(store, reading, previous === null || previous === reading.id ? null : folder)
    // last: if the program ends before, the next opening knows which reading the pairs are from
    if (reading.id !== previous) {
      store.meta.set(READING_NAME, reading.id)
    }
    return { store, reading }
  } catch (error) {
    store?.close()
    throw error instanceof StoreError ? unreadable(path, error.message) : error
  }
}

/**
 * Stores the pairs of a reading. An unchanged folder needs no writing, which takes most of the time of opening many
 * pairs. Another reading may give the keys of the last one to other images. If the images of the last one are all
 * gone, they were moved or converted, and the work on them stays.
 * @param readAnew the folder, if it was read otherwise before
 */
function takeIn(store: ProjectStore, reading: DiscoveredReading, readAnew: string | null): void {
  const contents = createHash('sha256').update(JSON.stringify(reading.pairs)).digest('hex')
  if (store.meta.get(CONTENTS_NAME) === contents) {
    forgetProblems(store)
  } else {
    store.pairs.synchronise(
      reading.pairs,
      ({ before, after }) =>
        readAnew !== null && [before, after].some((path) => existsSync(join(readAnew, path))),
    )
    store.meta.set(CONTENTS_NAME, contents)
  }
}

/** They stay if nothing can be stored: all else in the folder can be viewed. */
function forgetProblems({ pairs }: ProjectStore): void {
  try {
    pairs.forgetProblems()
  } catch (error) {
    if (!isNotStored(error)) {
      throw error
    }
  }
}

interface StoreLocation {
  path: string
  /** Notice for the user, or null. */
  notice: string | null
}

/**
 * Beside the images, or under `userFolder` if the folder cannot be written. Existing work in the other place
 * continues: there if possible, else in a copy.
 * @throws StoreError if that work cannot be copied
 */
export function storeFolderFor(
  folder: string,
  userFolder: string,
  canWrite: (path: string) => boolean = isWritable,
): StoreLocation {
  const { beside, away } = storePlaces(folder, userFolder)
  const [isBeside, isAway] = [beside, away].map((path) => existsSync(join(path, STORE_NAME)))
  return canWrite(beside)
    ? writable({ beside, away, isBeside, isAway })
    : readOnly({ beside, away, isBeside, isAway })
}

function storePlaces(folder: string, userFolder: string): { beside: string; away: string } {
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16)
  return { beside: join(folder, PROJECT_FOLDER), away: join(userFolder, 'projects', name) }
}

/** The store of a folder that was worked on, without opening it; null where there is none. */
export function storeOf(folder: string, userFolder: string): string | null {
  const { beside, away } = storePlaces(folder, userFolder)
  return [beside, away].map((place) => join(place, STORE_NAME)).find((path) => existsSync(path)) ?? null
}

interface Candidates {
  beside: string
  away: string
  /** Whether there is work already. */
  isBeside: boolean
  isAway: boolean
}

function writable({ beside, away, isBeside, isAway }: Candidates): StoreLocation {
  if (!isAway) {
    return { path: beside, notice: null }
  }
  const since = 'from when the folder could not be written to'
  return isBeside
    ? {
        path: beside,
        notice: `There is other work on this folder in ${away}, ${since}. It is not shown here.`,
      }
    : { path: away, notice: `Your work on this folder lies in ${away}, ${since}, and goes on there.` }
}

function readOnly({ beside, away, isBeside, isAway }: Candidates): StoreLocation {
  const why = 'The folder cannot be written to, so'
  mkdirSync(away, { recursive: true })
  if (!isBeside) {
    return { path: away, notice: `${why} your work is kept in ${away}.` }
  }
  if (isAway) {
    const notice = `${why} your work is kept in ${away}. What is in ${beside} is not shown here.`
    return { path: away, notice }
  }
  copyStore(join(beside, STORE_NAME), join(away, STORE_NAME))
  return { path: away, notice: `${why} your work was copied from ${beside} to ${away} and goes on there.` }
}

function isWritable(path: string): boolean {
  try {
    mkdirSync(path, { recursive: true })
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Nothing can be stored now: the disk is full, or another program writes. Data that can be computed again need not be
 * stored.
 */
export function isNotStored(error: unknown): boolean {
  return ['cannot-write', 'unavailable'].includes(toFailure(error).code)
}
