import { existsSync, realpathSync } from 'node:fs'
import { cp, mkdir } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { SAMPLE_NAMES } from '../../contract/project'
import type { SampleName } from '../../contract/project'
import { PROJECT_FOLDER } from '../../store/project-store'
import { message } from '../../messages/message'
import type { MessageText } from '../../messages/message'

export interface SampleFolders {
  /** The rendered sample as shipped; the others lie in `samples` beside it. Nothing is ever written into them. */
  sampleFolder: string
  userFolder: string
}

/** What changed in the pairs of a sample; it stays with the program, so that no pair comes with its answer. */
const TRUTH_FOLDER = 'truth'

/** Where the user works on a sample. */
export function sampleCopy(userFolder: string, name: SampleName = 'rendered'): string {
  return name === 'rendered' ? join(userFolder, 'sample') : join(userFolder, 'samples', name)
}

/** A sample as shipped. */
export function shippedSample(sampleFolder: string, name: SampleName): string {
  return name === 'rendered' ? sampleFolder : join(dirname(sampleFolder), 'samples', name)
}

/** Of all samples: as shipped, and the user's copies. */
export function foldersOfSamples({ sampleFolder, userFolder }: SampleFolders): string[] {
  return SAMPLE_NAMES.flatMap((name) => [shippedSample(sampleFolder, name), sampleCopy(userFolder, name)])
}

/** Images, masks and lists, in the user's data folder; what is there already stays. Returns the copy's folder. */
export async function copySample(
  { sampleFolder, userFolder }: SampleFolders,
  name: SampleName = 'rendered',
): Promise<string> {
  const [shipped, copy] = [shippedSample(sampleFolder, name), sampleCopy(userFolder, name)]
  await mkdir(copy, { recursive: true })
  const filter = (path: string): boolean => isCopied(relative(shipped, path))
  await cp(shipped, copy, { recursive: true, force: false, errorOnExist: false, filter })
  return copy
}

/**
 * The folder to open where `folder` is asked for: the copy in place of a shipped sample, else `folder` itself.
 * `notice` tells the user where the copy is.
 */
export async function folderToOpen(
  folder: string,
  folders: SampleFolders,
): Promise<{ folder: string; notice: MessageText | null }> {
  const name = shippedName(folder, folders)
  if (name === undefined) {
    return { folder, notice: null }
  }
  const copy = await copySample(folders, name)
  const earlier = join(resolve(folder), PROJECT_FOLDER)
  const id = existsSync(earlier) ? 'store.sampleCopyOfOther' : 'store.sampleCopy'
  return { folder: copy, notice: message(id, { path: copy, earlier }) }
}

/** Where the work on a folder lies: in the copy, of a shipped sample. */
export function workFolder(folder: string, folders: SampleFolders): string {
  const name = shippedName(folder, folders)
  return name === undefined ? folder : sampleCopy(folders.userFolder, name)
}

function shippedName(folder: string, { sampleFolder }: SampleFolders): SampleName | undefined {
  return SAMPLE_NAMES.find((name) => isSameFolder(folder, shippedSample(sampleFolder, name)))
}

/** @param path in the sample */
function isCopied(path: string): boolean {
  return basename(path) !== PROJECT_FOLDER && path !== TRUTH_FOLDER
}

/** However the path is spelled. */
export function isSameFolder(one: string, other: string): boolean {
  try {
    return one === other || realpathSync(one) === realpathSync(other)
  } catch {
    return false // one of them does not exist
  }
}
