import { existsSync, accessSync, constants, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { copyStore } from '../../store/copy-store'
import { PROJECT_FOLDER, STORE_NAME } from '../../store/project-store'
import { message } from '../../messages/message'
import type { MessageText } from '../../messages/message'
import { shortDigest } from '../../process/sha256'

export interface StoreLocation {
  path: string
  /** What the user should know of it, or null. */
  notice: MessageText | null
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
  const name = shortDigest(folder, 16)
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
  return isBeside
    ? {
        path: beside,
        notice: message('store.otherWork', { path: away }),
      }
    : { path: away, notice: message('store.liesElsewhere', { path: away }) }
}

function readOnly({ beside, away, isBeside, isAway }: Candidates): StoreLocation {
  mkdirSync(away, { recursive: true })
  if (!isBeside) {
    return { path: away, notice: message('store.keptIn', { path: away }) }
  }
  if (isAway) {
    return { path: away, notice: message('store.keptInOther', { path: away, other: beside }) }
  }
  copyStore(join(beside, STORE_NAME), join(away, STORE_NAME))
  return { path: away, notice: message('store.copiedFrom', { path: away, from: beside }) }
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
