import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { messageOf } from '../../contract/errors'
import type { Library, OutlinedThing, Photograph } from '../../synth/photographs/library'
import type { RgbImage } from '../../synth/pair'
import { scanFolder } from '../scan'
import { OutlineListError, parseOutlines, unmatched } from './coco-list'
import type { ListedImage, OutlineList, LeftOutSource, SourceFile } from './coco-list'
import { outlineThing, readCutout, readPhotograph } from './read-pictures'
import { Room, SourceReader } from './source-reader'
import type { ReadFile } from './source-reader'
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
/** Of one photograph: each takes up to 0.4 MB. */
const MAX_OUTLINES = 200
/** Bytes of pixels and outlines that are kept: about 3,500 photographs. */
const MAX_LIBRARY_BYTES = 2 ** 32

/**
 * Reads all photographs and outlined things of one side, held out or not. Each file is decoded once; what cannot be
 * read is left out by name.
 * @param limit bytes of what is kept
 * @throws LibraryError, DiscoverError where a folder is not there
 */
export async function loadLibrary(
  folders: SourceFolders,
  heldOut: boolean,
  signal: AbortSignal,
  onRead: (done: number, count: number) => void = () => {},
  limit = MAX_LIBRARY_BYTES,
): Promise<LoadedLibrary> {
  const list = await readList(folders.outlines)
  const [photographs, cutouts] = [await imagesIn(folders.photographs), await imagesIn(folders.cutouts)]
  const lacking = unmatchedBy(list, folders.outlines, photographs.paths)
  const [room, count] = [new Room(limit), photographs.paths.length + cutouts.paths.length]
  const reader = new SourceReader(heldOut, room, signal, count, onRead)
  const seen = await reader.all(folders.photographs, photographs.paths, {
    read: (file, path) => readAndCut(file, list.images.get(path) ?? null, signal),
    keep: (content) => fitted(content, room),
  })
  const cut = await reader.all(folders.cutouts ?? '', cutouts.paths, {
    read: readCutout,
    keep: (thing) => {
      room.take(thing.image.data.length + thing.alpha.length)
      return thing
    },
  })
  const leftOut = [...list.leftOut, ...photographs.leftOut, ...cutouts.leftOut, ...reader.leftOut]
  if (seen.length === 0) {
    throw new LibraryError(emptyReason(folders.photographs, photographs.paths.length, heldOut, leftOut))
  }
  leftOut.push(...seen.flatMap(({ content }) => content.leftOut))
  return {
    library: {
      photographs: seen.map(({ path, content: { image, things } }): Photograph => ({
        name: path,
        image,
        seen: things.flatMap(({ word, box }) => (word === null ? [] : [{ word, box }])),
      })),
      things: [...seen.flatMap(({ content }) => content.things), ...cut.map(({ content }) => content)],
    },
    photographFiles: seen.map((one) => fileOf('photograph', one, list)),
    thingFiles: [
      ...seen.flatMap((one) => one.content.things.map(() => fileOf('photograph', one, list))),
      ...cut.map((one) => fileOf('cutout', one, list)),
    ],
    leftOut: [...lacking, ...leftOut.toSorted((a, b) => (a.name < b.name ? -1 : 1))],
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
    return { images: new Map(), unlisted: [], leftOut: [] }
  }
  try {
    const { size } = await stat(path)
    if (size > MAX_LIST_BYTES) {
      throw new OutlineListError('is larger than 512 MiB: split it')
    }
    return parseOutlines(await readFile(path, 'utf8'))
  } catch (error) {
    throw listError(path, error)
  }
}

function listError(path: string, error: unknown): LibraryError {
  const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
  const reason = isMissing ? 'is not there' : messageOf(error)
  return new LibraryError(`${basename(path)} ${reason}.`, { cause: error })
}

/** Without photographs there are other words for it. */
function unmatchedBy(
  list: OutlineList,
  path: string | null,
  photographs: readonly string[],
): LeftOutSource[] {
  if (path === null || photographs.length === 0) {
    return []
  }
  try {
    return unmatched(list, photographs)
  } catch (error) {
    throw listError(path, error)
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

/** A photograph with what was cut from it. */
interface CutPhotograph {
  readonly image: RgbImage
  readonly things: readonly OutlinedThing[]
  readonly leftOut: readonly LeftOutSource[]
}

/** Others get their turn before each outline. */
export async function readAndCut(
  file: string,
  listed: ListedImage | null,
  signal: AbortSignal,
): Promise<CutPhotograph> {
  const photograph = await readPhotograph(file)
  const things: OutlinedThing[] = []
  const leftOut: LeftOutSource[] = []
  if (listed === null) {
    return { image: photograph.image, things, leftOut }
  }
  const { fileName, outlines } = listed
  if (outlines.length > MAX_OUTLINES) {
    leftOut.push({
      name: `${fileName}, outlines from the ${MAX_OUTLINES + 1}th on`,
      reason: `${outlines.length} are listed for it`,
    })
  }
  for (const outline of outlines.slice(0, MAX_OUTLINES)) {
    await setImmediate()
    signal.throwIfAborted()
    try {
      things.push(outlineThing(outline, listed, photograph))
    } catch (error) {
      leftOut.push({ name: `${fileName}, ${outline.name}`, reason: messageOf(error) })
    }
  }
  return { image: photograph.image, things, leftOut }
}

/** Outlines for which no room is left are named. */
function fitted({ image, things, leftOut }: CutPhotograph, room: Room): CutPhotograph {
  room.take(image.data.length)
  const fits = things.map(({ alpha }) => room.take(alpha.length))
  const without = things.filter((_, at) => !fits[at]).map(({ name }) => ({ name, reason: room.reason }))
  return { image, things: things.filter((_, at) => fits[at]), leftOut: [...leftOut, ...without] }
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
