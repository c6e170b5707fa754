import { existsSync, realpathSync } from 'node:fs'
import { cp, mkdir } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { PROJECT_FOLDER } from '../store/project-store'

export interface SampleFolders {
  /** The sample project as shipped. Nothing is ever written into it. */
  sampleFolder: string
  userFolder: string
}

/** Where the user works on the sample. */
export function sampleCopy(userFolder: string): string {
  return join(userFolder, 'sample')
}

/** Images, masks and lists, in the user's data folder; what is there already stays. Returns the copy's folder. */
export async function copySample({ sampleFolder, userFolder }: SampleFolders): Promise<string> {
  const copy = sampleCopy(userFolder)
  await mkdir(copy, { recursive: true })
  await cp(sampleFolder, copy, { recursive: true, force: false, errorOnExist: false, filter: isNoProject })
  return copy
}

/**
 * The folder to open where `folder` is asked for: the copy in place of the shipped sample, else `folder` itself.
 * `notice` tells the user where the copy is.
 */
export async function folderToOpen(
  folder: string,
  folders: SampleFolders,
): Promise<{ folder: string; notice: string | null }> {
  if (!isSame(folder, folders.sampleFolder)) {
    return { folder, notice: null }
  }
  const copy = await copySample(folders)
  const earlier = join(resolve(folder), PROJECT_FOLDER)
  const notShown = existsSync(earlier) ? ` Earlier work in ${earlier} is not shown.` : ''
  return { folder: copy, notice: `The sample stays as it is: you work on a copy in ${copy}.${notShown}` }
}

function isNoProject(path: string): boolean {
  return basename(path) !== PROJECT_FOLDER
}

function isSame(one: string, other: string): boolean {
  try {
    return realpathSync(one) === realpathSync(other)
  } catch {
    return false // one of them does not exist
  }
}
