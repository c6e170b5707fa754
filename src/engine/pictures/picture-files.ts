import { open, stat } from 'node:fs/promises'
import { imageStat } from '../../images/file-identity'
import { pixelsKey } from '../../images/pixels-key'
import { overlayKey } from '../../frames/common-grid'
import type { FrameFiles } from '../../frames/common-grid'
import { fileOf, sliceSuffix } from '../../domain/slice-path'

export interface LocatedPicture {
  /** Absolute; inside the project's folder or its cache. */
  path: string
  mimeType: string
}

/** An image of a pair as a picture is made from it. */
export interface Source {
  path: string
  /** Changes when the file does, the frames of the pair come onto another grid, or its colours are converted. */
  stamp: string
}

export interface Sources {
  before: Source
  after: Source
  /** The pixels of the files are not those that are shown: the frames are laid over each other. */
  areLaidOver: boolean
}

/** Of the frames of a pair. @throws the system's error */
export async function sourcesAt(files: FrameFiles): Promise<Sources> {
  const key = await overlayKey(files)
  const sourceAt = async (path: string): Promise<Source> => {
    const { mtimeMs, size } = await imageStat(path)
    const content = `${Math.round(mtimeMs)}-${size}`
    const slice = sliceSuffix(path).replace('#', '-')
    const added = [await pixelsKey(path, content), key]
      .filter((part) => part !== '')
      .map((part) => `-${part}`)
    return { path, stamp: `${content}${slice}${added.join('')}` }
  }
  return {
    before: await sourceAt(files.before),
    after: await sourceAt(files.after),
    areLaidOver: key !== '',
  }
}

export async function exists(path: string): Promise<boolean> {
  try {
    await stat(path)
    return true
  } catch {
    return false
  }
}

const SIGNATURES: readonly { type: string; bytes: readonly number[]; offset: number }[] = [
  { type: 'image/png', bytes: [0x89, 0x50, 0x4e, 0x47], offset: 0 },
  { type: 'image/jpeg', bytes: [0xff, 0xd8, 0xff], offset: 0 },
  { type: 'image/webp', bytes: [0x57, 0x45, 0x42, 0x50], offset: 8 },
  { type: 'image/bmp', bytes: [0x42, 0x4d], offset: 0 },
]

const HEADER_BYTES = 25
/** A PNG's bits a sample; its header is always the first chunk. */
const PNG_DEPTH_OFFSET = 24

/**
 * The type of a file that Chromium shows by itself, by its first bytes; null for all else. PNGs of 16 bits
 * count as else: the screen needs both frames of a pair brought to one range.
 */
export async function browserType(path: string): Promise<string | null> {
  const file = await open(fileOf(path))
  try {
    const { buffer } = await file.read(new Uint8Array(HEADER_BYTES), 0, HEADER_BYTES, 0)
    const found = SIGNATURES.find(({ bytes, offset }) =>
      bytes.every((byte, i) => buffer[offset + i] === byte),
    )
    return found?.type === 'image/png' && buffer[PNG_DEPTH_OFFSET] === 16 ? null : (found?.type ?? null)
  } finally {
    await file.close()
  }
}
