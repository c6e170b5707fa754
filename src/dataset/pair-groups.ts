import { fileOf } from '../domain/slice-path'
import { shortDigest } from '../process/sha256'

/**
 * The key without its frame number: of several numbers at the end the first names the scene, the rest its
 * frame or tile (`scene_386_0512_0768`).
 */
export function sequenceOf(key: string): string {
  // each number after the first has a separator, so that a run of digits can be read in one way only
  const match = /[^\d_\-. ]([_\-. ]?\d+)((?:[_\-. ]\d+)*)$/.exec(key)
  if (match === null) {
    return key
  }
  const [, first, rest] = match
  const words = key.slice(0, match.index + 1)
  return rest === '' ? words : words + first
}

/** So many sequences are enough for three splits, and are sequences however many frames each has. */
const LEAST_SEQUENCES = 5
/** Of fewer, each must hold less than this share of the pairs. */
const LARGEST_SHARE = 0.5

/**
 * Whether an export keeps what the names tell together: fewer sequences cannot fill three splits, and where most names
 * stand alone their numbers count pairs. Each pair counts for itself then, and keeps its split when others are added.
 */
export function areSequencesInExport(sequenceCount: number, pairCount: number): boolean {
  return sequenceCount >= LEAST_SEQUENCES && sequenceCount * 2 <= pairCount
}

/**
 * Whether a training run keeps them together: a frame on either side of a division flatters the model, so few sequences
 * count too, unless one holds half of the pairs. Then the names begin alike, or name splits.
 */
export function areSequencesInTraining(sequences: readonly string[]): boolean {
  const frames = new Map<string, number>()
  for (const sequence of sequences) {
    frames.set(sequence, (frames.get(sequence) ?? 0) + 1)
  }
  const largest = [...frames.values()].reduce((most, count) => Math.max(most, count), 0)
  return frames.size >= LEAST_SEQUENCES || largest < LARGEST_SHARE * sequences.length
}

/** Files of both frames: slices of one volume look alike, and are of one person. */
export function filesOfPair(before: string, after: string): [string, string] {
  return [fileOf(before), fileOf(after)]
}

/**
 * The folders of a pair of DICOM files, in which other slices of the same person lie: a series in files of one slice each
 * has a folder of its own. None where all before files lie in one folder, as it may hold many persons.
 * @param pairs all of them: paths of both frames in any number of ways, the last of which is the same for all pairs
 */
export function scanFolders(pairs: Iterable<readonly string[]>): (files: readonly string[]) => string[] {
  const folders = new Set<string>()
  for (const files of pairs) {
    if (files.length > 1 && files.every(isScan)) {
      folders.add(folderOf(files.at(-2)!))
    }
  }
  return (files) => (folders.size > 1 && files.every(isScan) ? files.map((file) => `${folderOf(file)}/`) : [])
}

function isScan(path: string): boolean {
  return /\.dcm(?:#|$)/i.test(path)
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/'), path.lastIndexOf('\\')))
}

/** By which a group falls to a side, 0 inclusive to 1 exclusive: the same for the same name. */
export function shareOfName(name: string): number {
  return parseInt(shortDigest(name, 8), 16) / 2 ** 32
}
