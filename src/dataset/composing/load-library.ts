import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'
import { messageOf } from '../../contract/errors'
import { ImageError, readImageFile } from '../../images/file'
import { isHeldOut } from '../../synth/photographs/library'
import type { Library, OutlinedThing, Photograph } from '../../synth/photographs/library'
import type { RgbImage } from '../../synth/pair'
import { scanFolder } from '../scan'
import { OutlineListError, parseOutlines } from './coco-list'
import type { ListedImage, OutlineList, LeftOutSource, SourceFile } from './coco-list'
import { outlineThing, readCutout, readPhotograph } from './read-pictures'
import type { ReadPhotograph } from './read-pictures'
import { englishOf } from '../../messages/message'

/** Where the sources lie. */
export interface SourceFolders {
  readonly photographs: string
  /** A list of outlines in COCO's form; null for none. */
  readonly outlines: string | null
  readonly cutouts: string | null
}

export interface LoadedLibrary {
  readonly library: Library
  /** Of each photograph and each thing of the library, at the same place. */
  readonly photographFiles: readonly SourceFile[]
  readonly thingFiles: readonly SourceFile[]
  readonly leftOut: readonly LeftOutSource[]
}

/** The sources cannot be used. */
export class LibraryError extends Error {
  override name = 'LibraryError'
}

/** Bytes of a list of outlines. */
const MAX_LIST_BYTES = 2 ** 29
/** Files that are decoded at once: the largest takes 0.4 GB meanwhile. */
const MAX_AT_ONCE = 4
/** Of one photograph: each takes up to 0.4 MB. */
const MAX_OUTLINES = 200
/** Bytes of pixels that are kept: about 3,500 photographs. */
const MAX_LIBRARY_BYTES = 2 ** 32

/**
 * Reads all photographs and outlined things of one side, held out or not. Each file is decoded once; what cannot be
 * read is left out by name.
 * @throws LibraryError, DiscoverError where a folder is not there
 */
export async function loadLibrary(
  folders: SourceFolders,
  heldOut: boolean,
  signal: AbortSignal,
  onRead: (done: number, count: number) => void = () => {},
): Promise<LoadedLibrary> {
  const list = await readList(folders.outlines)
  const [photographs, cutouts] = [await imagesIn(folders.photographs), await imagesIn(folders.cutouts)]
  const reader = new SourceReader(heldOut, signal, photographs.paths.length + cutouts.paths.length, onRead)
  const seen = await reader.all(folders.photographs, photographs.paths, readPhotograph)
  const cut = await reader.all(folders.cutouts ?? '', cutouts.paths, readCutout)
  const leftOut = [...list.leftOut, ...photographs.leftOut, ...cutouts.leftOut, ...reader.leftOut]
  if (seen.length === 0) {
    throw new LibraryError(emptyReason(folders.photographs, photographs.paths.length, heldOut, leftOut))
  }
  const outlined = seen.map(({ path, content }) => thingsOf(content, list.images.get(path) ?? null, leftOut))
  return {
    library: {
      photographs: seen.map(({ path, content: { image } }, at): Photograph => ({
        name: path,
        image,
        seen: outlined[at].flatMap(({ word, box }) => (word === null ? [] : [{ word, box }])),
      })),
      things: [...outlined.flat(), ...cut.map(({ content }) => content)],
    },
    photographFiles: seen.map((one) => fileOf('photograph', one, list)),
    thingFiles: [
      ...seen.flatMap((one, at) => outlined[at].map(() => fileOf('photograph', one, list))),
      ...cut.map((one) => fileOf('cutout', one, list)),
    ],
    leftOut: leftOut.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  }
}

interface ReadFile<T> {
  readonly path: string
  readonly sha256: string
  readonly content: T
}

/** Reads the files of one side, a few at a time, as decoding has threads of its own. */
class SourceReader {
  readonly leftOut: LeftOutSource[] = []
  private done = 0
  private room = MAX_LIBRARY_BYTES

  constructor(
    private readonly heldOut: boolean,
    private readonly signal: AbortSignal,
    private readonly count: number,
    private readonly onRead: (done: number, count: number) => void,
  ) {}

  /** In the order of the paths. */
  async all<T extends { image: RgbImage }>(
    folder: string,
    paths: readonly string[],
    read: (file: string, path: string) => Promise<T>,
  ): Promise<ReadFile<T>[]> {
    const few = pLimit(Math.min(MAX_AT_ONCE, availableParallelism()))
    const all = await Promise.all(paths.map((path) => few(() => this.one(folder, path, read))))
    return all.filter((one) => one !== null)
  }

  private async one<T extends { image: RgbImage }>(
    folder: string,
    path: string,
    read: (file: string, path: string) => Promise<T>,
  ): Promise<ReadFile<T> | null> {
    this.signal.throwIfAborted()
    try {
      const file = join(folder, path)
      const sha256 = createHash('sha256')
        .update(await readImageFile(file))
        .digest('hex')
      if (isHeldOut(Number.parseInt(sha256.slice(0, 8), 16)) !== this.heldOut) {
        return null
      }
      if (this.room <= 0) {
        throw new Error('finds no room: what was read before it fills 4 GiB')
      }
      const content = await read(file, path)
      this.room -= content.image.data.length
      return { path, sha256, content }
    } catch (error) {
      this.leftOut.push({ name: path, reason: reasonOf(error, path) })
      return null
    } finally {
      this.done += 1
      this.onRead(this.done, this.count)
    }
  }
}

function fileOf(
  kind: SourceFile['kind'],
  { path, sha256 }: ReadFile<unknown>,
  { images }: OutlineList,
): SourceFile {
  const listed = kind === 'photograph' ? images.get(path) : undefined
  return { name: path, kind, licence: listed?.licence ?? null, origin: listed?.origin ?? null, sha256 }
}

async function readList(path: string | null): Promise<OutlineList> {
  if (path === null) {
    return { images: new Map(), leftOut: [] }
  }
  try {
    const { size } = await stat(path)
    if (size > MAX_LIST_BYTES) {
      throw new OutlineListError('is larger than 512 MiB: split it')
    }
    return parseOutlines(await readFile(path, 'utf8'))
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    throw new LibraryError(`${basename(path)} ${isMissing ? 'is not there' : messageOf(error)}.`, {
      cause: error,
    })
  }
}

/** Sorted, so that a library is the same wherever it is read. */
async function imagesIn(folder: string | null): Promise<{ paths: string[]; leftOut: LeftOutSource[] }> {
  if (folder === null) {
    return { paths: [], leftOut: [] }
  }
  const { images, leftOut } = await scanFolder(folder)
  return {
    paths: images.map(({ path }) => path).sort((a, b) => (a < b ? -1 : 1)),
    leftOut: leftOut.map(({ path, reason }) => ({ name: path, reason: englishOf(reason) })),
  }
}

function thingsOf(
  photograph: ReadPhotograph,
  listed: ListedImage | null,
  leftOut: LeftOutSource[],
): OutlinedThing[] {
  const outlines = listed?.outlines ?? []
  if (outlines.length > MAX_OUTLINES) {
    leftOut.push({
      name: `${listed?.fileName}, outlines from the ${MAX_OUTLINES + 1}th on`,
      reason: `${outlines.length} are listed for it`,
    })
  }
  return outlines.slice(0, MAX_OUTLINES).flatMap((outline) => {
    try {
      return [outlineThing(outline, listed as ListedImage, photograph)]
    } catch (error) {
      leftOut.push({ name: `${listed?.fileName}, ${outline.name}`, reason: messageOf(error) })
      return []
    }
  })
}

/** Without the file's name, which stands before it. */
function reasonOf(error: unknown, path: string): string {
  const message = messageOf(error)
  return error instanceof ImageError ? message.replace(`${basename(path)} `, '') : message
}

function emptyReason(
  folder: string,
  count: number,
  heldOut: boolean,
  leftOut: readonly LeftOutSource[],
): string {
  if (count === 0) {
    return `${folder} holds no photograph: give a folder with PNG, JPEG, WebP, BMP or TIFF images.`
  }
  const first = leftOut.length === 0 ? '' : ` ${leftOut[0].name} ${leftOut[0].reason}.`
  return heldOut
    ? `None of the ${count} photographs of ${folder} is held out, as one in ten is: give more photographs.${first}`
    : `None of the ${count} photographs of ${folder} can be used.${first}`
}
