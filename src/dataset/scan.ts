import type { LeftOut } from '../contract/project'
import { DiscoverError, scanSource } from './scan-source'
import type { Entry, ScanSource } from './scan-source'
import { message } from '../messages/message'

/** Content of a folder, by names alone: no file is opened. Paths are relative, with forward slashes. */
export interface Scan {
  /** Folders with anything in them, `''` for the root. */
  folders: string[]
  /** The folders right below a folder. */
  foldersIn: Map<string, string[]>
  images: ScannedImage[]
  /** By folder. */
  imagesIn: Map<string, ScannedImage[]>
  /** Names of files that are no images by their extension, by folder. */
  othersIn: Map<string, string[]>
  /** Links that lead outside, and folders that cannot be read. */
  leftOut: LeftOut[]
}

export interface ScannedImage {
  path: string
  folder: string
  /** Name without extension. */
  stem: string
  /** Lower case, without the dot. */
  extension: string
}

/** Lies in every exported folder, so that its copies are not found as pairs of the project. */
export const EXPORT_MARK = '.deltascribe-export'

const IMAGE_EXTENSIONS = new Set([
  'png',
  'jpg',
  'jpeg',
  'jpe',
  'webp',
  'bmp',
  'dib',
  'tif',
  'tiff',
  'dcm',
  'nii',
])
/** Levels below the folder that was opened. */
const MAX_DEPTH = 8
const MAX_FILES = 2_000_000
const READS_AT_ONCE = 32

/**
 * One `readdir` a folder and no `stat`, so that 100,000 files take a fraction of a second. Names that begin with a
 * dot are skipped; links to folders are not followed.
 * @param linksInto another folder, real and absolute, that links to files may lead into
 * @throws DiscoverError if the folder itself is missing or unreadable, or holds too much
 */
export async function scanFolder(root: string, linksInto: string | null = null): Promise<Scan> {
  const scan = emptyScan()
  const source = await scanSource(root, linksInto, scan.leftOut)
  let count = 0
  let level = ['']
  for (let depth = 0; depth <= MAX_DEPTH && level.length > 0; depth += 1) {
    const next: string[] = []
    for (let start = 0; start < level.length; start += READS_AT_ONCE) {
      const folders = level.slice(start, start + READS_AT_ONCE)
      const listings = await Promise.all(folders.map((folder) => source.entries(folder)))
      for (const [index, entries] of listings.entries()) {
        count += entries.length
        for (const folder of await take(entries, folders[index], source, scan)) {
          next.push(folder)
        }
      }
      if (count > MAX_FILES) {
        throw new DiscoverError('too-many-files', root, message('folders.tooManyFiles', { path: root }))
      }
    }
    level = next
  }
  for (const folder of level) {
    scan.leftOut.push({ path: `${folder}/`, reason: message('readings.deep', { depth: MAX_DEPTH }) })
  }
  return scan
}

function emptyScan(): Scan {
  return {
    folders: [],
    foldersIn: new Map(),
    images: [],
    imagesIn: new Map(),
    othersIn: new Map(),
    leftOut: [],
  }
}

/** Sorts the entries into the scan and returns the folders to read next. */
async function take(entries: Entry[], folder: string, source: ScanSource, scan: Scan): Promise<string[]> {
  if (folder !== '' && entries.some(({ name }) => name === EXPORT_MARK)) {
    scan.leftOut.push({ path: `${folder}/`, reason: message('readings.isExport') })
    return []
  }
  const folders: string[] = []
  const images: ScannedImage[] = []
  const others: string[] = []
  for (const entry of entries) {
    if (entry.name.startsWith('.')) {
      continue
    }
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    const nameProblem = await source.whyNameIsLeftOut(entry.name, path)
    if (nameProblem !== null) {
      scan.leftOut.push({ path: entry.isDirectory() ? `${path}/` : path, reason: nameProblem })
    } else if (entry.isDirectory()) {
      folders.push(path)
    } else if (await isUsable(entry, path, source, scan)) {
      addFile(entry.name, path, folder, images, others)
    }
  }
  scan.folders.push(folder)
  scan.imagesIn.set(folder, images)
  for (const image of images) {
    scan.images.push(image) // not spread: a folder can hold more files than a call takes arguments
  }
  scan.othersIn.set(folder, others)
  scan.foldersIn.set(folder, folders.sort())
  return folders
}

async function isUsable(entry: Entry, path: string, source: ScanSource, scan: Scan): Promise<boolean> {
  if (!entry.isSymbolicLink()) {
    return entry.isFile()
  }
  const reason = await source.whyLinkIsLeftOut(path)
  if (reason !== null) {
    scan.leftOut.push({ path, reason })
  }
  return reason === null
}

function addFile(name: string, path: string, folder: string, images: ScannedImage[], others: string[]): void {
  // a compressed volume has two endings
  const dot = /\.nii\.gz$/i.test(name) ? name.length - '.nii.gz'.length : name.lastIndexOf('.')
  const extension = name.slice(dot + 1).toLowerCase()
  if (dot > 0 && (extension === 'nii.gz' || IMAGE_EXTENSIONS.has(extension))) {
    images.push({ path, folder, stem: name.slice(0, dot), extension })
  } else {
    others.push(name)
  }
}
