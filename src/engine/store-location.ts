import { createHash } from 'node:crypto'
import { existsSync, accessSync, constants, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { copyStore } from '../store/copy-store'
import { PROJECT_FOLDER, STORE_NAME } from '../store/project-store'

export interface StoreLocation {
  path: string
  /** What the user should know of it, or null. */
  notice: string | null
}

/**
 * Beside the images, or under `userFolder` where the folder cannot be written. Work that was begun in the other place
 * goes on: there where it can, else in a copy.
 * @throws StoreError where that work cannot be copied
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
