import { message } from '../messages/message'
import type { Message } from '../messages/message'
import { constants, existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { extname } from 'node:path'
import type { GeoTransform } from '../domain/affine'
import { crsOfWkt, LONGEST_WKT } from './crs'
import type { Crs } from './crs'
import { fileOf } from '../domain/slice-path'

/** Files beside an image that tell where it lies: a world file with six numbers, and a `.prj` with its system. */
export interface Sidecar {
  kind: 'world' | 'projection'
  /** Absolute. */
  path: string
  text: string
}

const LONGEST_WORLD_FILE = 4096

/** A named pipe does not hang it, and a link out of the folder is not followed. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0)

/** A sidecar that is there and is not used. The reason is a sentence. */
export class SidecarError extends Error {
  override name = 'SidecarError'
  constructor(readonly why: Message) {
    super(why.text)
  }
}

/** Absolute where the image is. Beside `a.tif`: `a.tfw`, `a.tifw`, `a.wld`, and the same in upper case. */
export function sidecarPaths(path: string, kind: Sidecar['kind']): string[] {
  const image = fileOf(path)
  const extension = extname(image)
  const stem = image.slice(0, image.length - extension.length)
  const letters = extension.slice(1).toLowerCase()
  const short = letters.length < 2 ? [] : [`${letters[0]}${letters.at(-1)}w`]
  const endings = kind === 'world' ? [...short, `${letters}w`, 'wld'] : ['prj']
  return [...endings, ...endings.map((ending) => ending.toUpperCase())].map((ending) => `${stem}.${ending}`)
}

/** The first that is there, null where none is. @throws SidecarError where it is too large to be one */
export async function findSidecar(image: string, kind: Sidecar['kind']): Promise<Sidecar | null> {
  const longest = kind === 'world' ? LONGEST_WORLD_FILE : LONGEST_WKT
  for (const path of sidecarPaths(image, kind)) {
    // most images have none: to ask on this thread takes a tenth of the time
    const handle = existsSync(path) ? await open(path, FLAGS).catch(() => null) : null
    if (handle === null) {
      continue
    }
    try {
      const stats = await handle.stat()
      if (!stats.isFile()) {
        continue
      }
      if (stats.size > longest) {
        const id = kind === 'world' ? 'georeference.worldFileSize' : 'georeference.projectionFileSize'
        throw new SidecarError(message(id, { bytes: stats.size }))
      }
      return { kind, path, text: (await handle.readFile('utf8')).replace(/^\uFEFF/, '') }
    } finally {
      await handle.close()
    }
  }
  return null
}

/** Six numbers, a line each; the last two are of the middle of the first pixel. @throws SidecarError */
export function transformOfWorldFile(text: string): GeoTransform {
  const numbers = text
    .trim()
    .split(/\s+/)
    .map((word) => Number(word.replace(',', '.')))
  if (numbers.length < 6 || !numbers.slice(0, 6).every(Number.isFinite)) {
    throw new SidecarError(message('georeference.worldFile'))
  }
  const [a, d, b, e, c, f] = numbers
  return [c - (a + b) / 2, a, b, f - (d + e) / 2, d, e]
}

/** The reverse of `transformOfWorldFile`. */
export function worldFileOf([t0, t1, t2, t3, t4, t5]: GeoTransform): string {
  return [t1, t4, t2, t5, t0 + (t1 + t2) / 2, t3 + (t4 + t5) / 2].map((value) => `${value}\n`).join('')
}

/** @throws SidecarError where it is not understood */
export async function crsOfProjectionFile(text: string): Promise<Crs> {
  const crs = await crsOfWkt(text)
  if (crs === null) {
    throw new SidecarError(message('georeference.projectionFile'))
  }
  return crs
}

/** All files beside an image that tell where it lies. Those that are too large to be such are left out. */
export async function sidecarsOf(image: string): Promise<Sidecar[]> {
  const found: Sidecar[] = []
  for (const kind of ['world', 'projection'] as const) {
    try {
      const sidecar = await findSidecar(image, kind)
      found.push(...(sidecar === null ? [] : [sidecar]))
    } catch (error) {
      if (!(error instanceof SidecarError)) {
        throw error
      }
    }
  }
  return found
}

/** The path of a sidecar beside an image of this path. */
export function sidecarPath(image: string, kind: Sidecar['kind']): string {
  return `${image.slice(0, image.length - extname(image).length)}${kind === 'world' ? '.wld' : '.prj'}`
}

/** The same, of images that may share a stem: beside `a.tif` and `a.png`, each has its own world file, `a.tifw`. */
export function ownSidecarPath(image: string, kind: Sidecar['kind']): string {
  const extension = extname(image)
  return kind === 'world' && extension !== ''
    ? `${image.slice(0, image.length - extension.length)}${extension.toLowerCase()}w`
    : sidecarPath(image, kind)
}
