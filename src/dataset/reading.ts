import type { LeftOut } from '../contract/project'
import type { SequencePlace } from '../domain/sequence'
import { fileOf } from '../domain/slice-path'
import type { NiftiVolume } from '../images/nifti/volume'
import { sortNaturally } from './pair-record'
import type { Scan } from './scan'
import { message } from '../messages/message'
import type { Message, MessageText } from '../messages/message'

/** Paths are relative to the folder, with forward slashes. */
export interface DiscoveredPair {
  /** Unique in its reading. */
  key: string
  /** The key in a manifest, where it cannot be one here. */
  nameInList?: string
  /** `train`, `val` or `test` where the layout says so. */
  split: string | null
  before: string
  after: string
  /** An existing mask beside the pair. */
  label: string | null
  /** From a manifest. */
  caption: string | null
  /** All of them, from a manifest that has several. */
  captions?: string[]
  /** Where it stands in a sequence; absent for a pair that is in none. */
  sequence?: SequencePlace
}

/** Headers of NIfTI files by their paths in the folder. */
export type Volumes = ReadonlyMap<string, NiftiVolume>

/** One way to read a folder as pairs. */
export interface DiscoveredReading {
  id: string
  title: MessageText
  /** In natural order of their keys, those of a sequence by date. */
  pairs: DiscoveredPair[]
  /** Files that belong to no pair. Unrelated files are one entry a folder. */
  leftOut: LeftOut[]
  /** Of its pairs; absent where they were not read. */
  volumes?: Volumes
}

/** A reading under construction; `finishReading` adds the files that are left out. */
export interface ReadingBuilder {
  id: string
  title: MessageText
  /** Files that were read as lists. */
  lists: string[]
  pairs: DiscoveredPair[]
  leftOut: LeftOut[]
}

export function emptyReading(id: string, title: MessageText): ReadingBuilder {
  return { id, title, lists: [], pairs: [], leftOut: [] }
}

/** The id of the reading of a list. */
export function manifestReading(name: string): string {
  return `manifest-${name.toLowerCase()}`
}

export function isManifestReading(id: string): boolean {
  return id.startsWith('manifest-')
}

/** By their keys, those of a sequence by date. */
export function inReadingOrder(pairs: readonly DiscoveredPair[]): DiscoveredPair[] {
  return sortNaturally(pairs, ({ key, sequence }) =>
    sequence === undefined ? key : `${sequence.name}/${sequence.position}`,
  )
}

/** Sorts the pairs, makes their keys unique and reports every file that is in none of them. */
export function finishReading(builder: ReadingBuilder, scan: Scan): DiscoveredReading {
  const { id, title } = builder
  const pairs = inReadingOrder(builder.pairs)
  makeUnique(pairs)
  takeSplitsFromNames(pairs)
  const named = new Set([...builder.lists, ...builder.leftOut.map(({ path }) => path)])
  for (const pair of pairs) {
    named.add(fileOf(pair.before)).add(fileOf(pair.after))
    if (pair.label !== null) {
      named.add(pair.label)
    }
  }
  return { id, title, pairs, leftOut: [...builder.leftOut, ...scan.leftOut, ...remaining(scan, named)] }
}

/** A taken key gets the after file's extension, or else a number. */
function makeUnique(pairs: DiscoveredPair[]): void {
  const taken = new Set<string>()
  for (const pair of pairs) {
    const extension = pair.after.slice(pair.after.lastIndexOf('.') + 1)
    let key = taken.has(pair.key) ? `${pair.key}.${extension}` : pair.key
    for (let number = 2; taken.has(key); number += 1) {
      key = `${pair.key}-${number}`
    }
    pair.key = key
    taken.add(key)
  }
}

/** LEVIR files are named `train_000012.png` whatever folder they lie in; that counts only if all are. */
function takeSplitsFromNames(pairs: DiscoveredPair[]): void {
  const prefixes = pairs.map(({ after }) => /(?:^|\/)(train|val|test)_[^/]*$/.exec(after)?.[1] ?? null)
  if (pairs.every((pair, index) => pair.split === null && prefixes[index] !== null)) {
    for (const [index, pair] of pairs.entries()) {
      pair.split = prefixes[index]
    }
  }
}

function remaining(scan: Scan, named: ReadonlySet<string>): LeftOut[] {
  return scan.folders.flatMap((folder) => {
    const images = (scan.imagesIn.get(folder) ?? []).filter(({ path }) => !named.has(path)).length
    const others = (scan.othersIn.get(folder) ?? []).filter(
      (name) => !named.has(folder === '' ? name : `${folder}/${name}`),
    )
    const unread = others.filter((name) => unreadKindOf(name) !== null)
    return [
      ...aboutFolder(folder, images, message('readings.images', { count: images })),
      ...aboutFolder(folder, unread.length, unreadKinds(unread)),
      ...aboutFolder(
        folder,
        others.length - unread.length,
        message('readings.others', { count: others.length - unread.length }),
      ),
    ]
  })
}

function aboutFolder(folder: string, count: number, reason: Message): LeftOut[] {
  const path = folder === '' ? './' : `${folder}/`
  return count === 0 ? [] : [{ path, reason, count }]
}

const UNREAD_KINDS = /\.(avif|heic|heif|gif|jxl|jp2|psd|svg|dng|cr2|cr3|nef|arw|exr)$/i

/** `AVIF` and the like: pictures of a kind that is known and not read. Null for all other files. */
function unreadKindOf(name: string): string | null {
  return UNREAD_KINDS.exec(name)?.[1].toUpperCase() ?? null
}

function unreadKinds(names: readonly string[]): Message {
  const kinds = [...new Set(names.flatMap((name) => unreadKindOf(name) ?? []))].sort().join(', ')
  return message('readings.unread', { count: names.length, kinds })
}
