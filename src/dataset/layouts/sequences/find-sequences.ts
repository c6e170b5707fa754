import type { LeftOut } from '../../../contract/project'
import { message } from '../../../messages/message'
import type { MessageText } from '../../../messages/message'
import { groupBy, parentOf } from '../../split'
import type { Scan, ScannedImage } from '../../scan'
import { isLabelFolder } from '../folders'
import { momentsOfFiles, MOST_READ_FILES } from './file-dates'
import { groupByMoment } from './group-by-moment'
import type { MomentGroup } from './group-by-moment'
import { compareMoments, compareTexts } from './moments'
import type { Moment } from './moments'

export interface SequenceFrame {
  image: ScannedImage
  moment: Moment
}

/** The images of one place, the first date first. */
export interface Sequence {
  name: string
  frames: SequenceFrame[]
}

interface FoundSequences {
  sequences: Sequence[]
  leftOut: LeftOut[]
}

/** Two images are a pair. */
const FEWEST_FRAMES = 3
/** Names of a place at the top whose images have dates alone as names. */
const UNNAMED_PLACE = 'place'
/** Before the number of a folder of one date: `t1`, `time_2`. */
const DATE_WORD = /^(?:t|time|im|date)?$/i

/**
 * Images of one place at three dates or more: in a folder for each date, under the same names; or in one folder, under
 * names that differ by their date or number.
 * @param reads whether files say when they were made, where the names say nothing
 */
export async function findSequences(
  root: string,
  scan: Scan,
  { reads }: { reads: boolean },
): Promise<FoundSequences> {
  const places = new Map<string, SequenceFrame[]>()
  const leftOut: LeftOut[] = []
  const used = new Set<ScannedImage>()
  const add = (name: string, image: ScannedImage, moment: Moment): void => {
    const frames = places.get(name) ?? []
    places.set(name, frames)
    frames.push({ image, moment })
  }
  readDateFolders(scan, used, add, leftOut)
  const undated: ScannedImage[] = []
  readPlaceFolders(scan, used, add, leftOut, undated)
  if (reads) {
    await readFiles(root, undated, add, leftOut)
  }
  return { ...sorted(places, leftOut) }
}

type Add = (name: string, image: ScannedImage, moment: Moment) => void

/** Sibling folders that are dates. A name that lies in fewer than three of them is left for the other readings. */
function readDateFolders(scan: Scan, used: Set<ScannedImage>, add: Add, leftOut: LeftOut[]): void {
  for (const [parent, children] of scan.foldersIn) {
    const folders = children.filter((folder) => !isLabelFolder(folder))
    for (const group of groupByMoment(folders, lastOf, [])) {
      if (group.dated.length < FEWEST_FRAMES || !(group.isByDate || DATE_WORD.test(group.rest))) {
        continue
      }
      const found = group.dated.flatMap(({ thing, moment }) =>
        imagesBelow(thing, scan).map((image) => ({ image, moment, name: nameIn(thing, image) })),
      )
      for (const [name, members] of groupBy(found, (one) => one.name)) {
        if (new Set(members.map(({ moment }) => moment.label)).size >= FEWEST_FRAMES) {
          for (const { image, moment } of members) {
            used.add(image)
            add(joined(parent, name), image, moment)
          }
        }
      }
      leftOut.push(...group.undated.map((folder) => ({ path: `${folder}/`, reason: noSuchDate() })))
    }
  }
}

/** The name of an image below the folder of its date, without that date at its ends. */
function nameIn(folder: string, image: ScannedImage): string {
  const name = image.path.slice(folder.length + 1, -image.extension.length - 1).normalize('NFC')
  const date = lastOf(folder).normalize('NFC')
  const slash = name.lastIndexOf('/') + 1
  const stem = name.slice(slash)
  const without = stem.endsWith(date)
    ? stem.slice(0, -date.length)
    : stem.startsWith(date)
      ? stem.slice(date.length)
      : null
  const isWord = without !== null && /^$|[_\-. ]$|^[_\-. ]/.test(without)
  return isWord ? name.slice(0, slash) + without.replace(/^[_\-. ]+|[_\-. ]+$/g, '') : name
}

/** Images in one folder whose names differ by their date or number. */
function readPlaceFolders(
  scan: Scan,
  used: ReadonlySet<ScannedImage>,
  add: Add,
  leftOut: LeftOut[],
  undated: ScannedImage[],
): void {
  for (const folder of scan.folders.filter((one) => !isLabelFolder(one))) {
    const images = (scan.imagesIn.get(folder) ?? []).filter((image) => !used.has(image))
    for (const group of groupByMoment(images, ({ stem }) => stem, undated)) {
      if (group.dated.length < FEWEST_FRAMES) {
        leftOut.push(...tooFew(group))
      } else {
        group.dated.forEach(({ thing, moment }) => add(joined(folder, group.rest), thing, moment))
      }
      leftOut.push(...group.undated.map(({ path }) => ({ path, reason: noSuchDate() })))
    }
  }
}

function tooFew({ dated: found }: MomentGroup<ScannedImage>): LeftOut[] {
  return found.map(({ thing }) => ({
    path: thing.path,
    reason: message('readings.fewerThanThree', { count: found.length }),
  }))
}

/** Images of one folder, by what their files say. */
async function readFiles(
  root: string,
  images: readonly ScannedImage[],
  add: Add,
  leftOut: LeftOut[],
): Promise<void> {
  const folders = [...groupBy(images, ({ folder }) => folder)].filter(
    ([, members]) => members.length >= FEWEST_FRAMES,
  )
  const read = folders.flatMap(([, members]) => members).slice(0, MOST_READ_FILES)
  const moments = new Map(
    (await momentsOfFiles(root, read)).map((moment, index) => [read[index], moment] as const),
  )
  for (const [folder, members] of folders) {
    const known = members.filter((image) => moments.get(image) != null)
    if (known.length < FEWEST_FRAMES) {
      continue
    }
    for (const image of members) {
      const moment = moments.get(image) ?? null
      if (moment === null) {
        leftOut.push({ path: image.path, reason: message('readings.noDate') })
      } else {
        add(joined(folder, ''), image, moment)
      }
    }
  }
}

/** By date, then by name. */
function sorted(places: ReadonlyMap<string, SequenceFrame[]>, leftOut: LeftOut[]): FoundSequences {
  const sequences = [...places].map(([name, frames]) => ({
    name,
    frames: frames.sort(
      (a, b) => compareMoments(a.moment, b.moment) || compareTexts(a.image.path, b.image.path),
    ),
  }))
  return { sequences, leftOut }
}

function imagesBelow(folder: string, scan: Scan): ScannedImage[] {
  if (isLabelFolder(folder)) {
    return []
  }
  const below = (scan.foldersIn.get(folder) ?? []).flatMap((child) => imagesBelow(child, scan))
  return [...(scan.imagesIn.get(folder) ?? []), ...below]
}

function joined(folder: string, name: string): string {
  const parts = [folder.normalize('NFC'), name].filter((part) => part !== '')
  return parts.length === 0 ? UNNAMED_PLACE : parts.join('/')
}

function lastOf(folder: string): string {
  return folder.slice(folder.lastIndexOf('/') + 1)
}

function noSuchDate(): MessageText {
  return message('readings.noSuchDate')
}

export function splitFolderOf(sequence: Sequence): string {
  return parentOf(sequence.frames[0].image.path)
}
