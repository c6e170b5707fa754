import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { holderSchema } from '../contract/project'
import type { Holder } from '../contract/project'
import { FileBusy, isFileLocked, lockFile } from './file-lock'
import type { FileLock } from './file-lock'
import { message, messageTextOf } from '../messages/message'
import type { MessageText, Message } from '../messages/message'

/** Beside the store: the lock of the program that has the project open for editing, and who that is. */
const [LOCK_NAME, HOLDER_NAME] = ['open.lock', 'open.json']

/** This program has the project open for editing. */
export interface ProjectHold {
  /** For the user, where the disk gives no locks; else null. */
  readonly notice: MessageText | null
  /** Harmless where it was released before. */
  release(): void
}

/** Another program has the project open for editing; `holder` is null where its name cannot be read. */
export class ProjectHeld extends Error {
  override name = 'ProjectHeld'

  constructor(readonly holder: Holder | null) {
    super('Another program has the project open for editing.')
  }
}

interface SharedHold {
  lock: FileLock
  count: number
}

/** By folder of the store: a program that opens its own project once more shares its hold. */
const holds = new Map<string, SharedHold>()

/**
 * Until it is released, or this program ends, however it ends. Where the disk gives no locks, the project is opened
 * without one, with a notice.
 * @param storeFolder must exist
 * @param program for the user, as in "the Deltascribe window"
 * @throws ProjectHeld
 */
export function holdProject(storeFolder: string, program: string): ProjectHold {
  const shared = holds.get(storeFolder)
  if (shared !== undefined) {
    shared.count += 1
    return released(storeFolder, shared)
  }
  try {
    const hold = { lock: lockFile(join(storeFolder, LOCK_NAME)), count: 1 }
    holds.set(storeFolder, hold)
    writeHolder(storeFolder, program)
    return released(storeFolder, hold)
  } catch (error) {
    if (error instanceof FileBusy) {
      throw new ProjectHeld(holderOf(storeFolder))
    }
    const notice = message('store.noLocks', { path: storeFolder, reason: messageTextOf(error) })
    return { notice, release: () => undefined }
  }
}

/** Whether a program has it open for editing, be it this one. */
export function isProjectHeld(storeFolder: string): boolean {
  return isFileLocked(join(storeFolder, LOCK_NAME))
}

/** Who holds it, or held it last; null where that cannot be read. */
export function holderOf(storeFolder: string): Holder | null {
  try {
    return holderSchema.parse(JSON.parse(readFileSync(join(storeFolder, HOLDER_NAME), 'utf8')))
  } catch {
    return null
  }
}

/** As in "The Deltascribe window (process 41 on desk, since 3 May 2026, 14:05)". */
export function holderInWords(holder: Holder | null): Message {
  if (holder === null) {
    return message('store.anotherProgram')
  }
  const { program, pid, host, since } = holder
  const time = new Date(since).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
  return message('store.holder', { program, pid, host, time })
}

/** Nothing hangs on it: on a full disk the holder has no name. */
function writeHolder(storeFolder: string, program: string): void {
  const holder: Holder = { program, pid: process.pid, host: hostname(), since: Date.now() }
  const path = join(storeFolder, HOLDER_NAME)
  const made = `${path}.part`
  try {
    writeFileSync(made, JSON.stringify(holder))
    renameSync(made, path)
  } catch {
    ;[made, path].forEach((one) => rmSync(one, { force: true }))
  }
}

function released(storeFolder: string, hold: SharedHold): ProjectHold {
  let isHeld = true
  return {
    notice: null,
    release() {
      hold.count -= isHeld ? 1 : 0
      if (isHeld && hold.count === 0) {
        holds.delete(storeFolder)
        hold.lock.release()
      }
      isHeld = false
    },
  }
}
