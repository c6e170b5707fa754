import type { LeftOut } from '../../../contract/project'
import { message } from '../../../messages/message'
import type { MessageText } from '../../../messages/message'
import { groupBy } from '../../../basics/group-by'
import { lastOf, parentOf } from '../../parent-of'
import type { Scan, ScannedImage } from '../../scan'
import { isLabelFolder } from '../folders'
import { momentsOfFiles, MOST_READ_FILES } from './file-dates'
import { groupByMoment } from './group-by-moment'
import { compareMoments, compareTexts, longDateIn } from './moments'
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

/** Two images whose names or numbers differ may be anything. */
const FEWEST_FRAMES = 3
/** Two folders named by dates, with the same names in them, are before and after; so are two names with whole dates. */
const FEWEST_DATES = 2
/** Names of a place at the top whose images have dates alone as names. */
const UNNAMED_PLACE = 'place'
/** Their numbers are those of slices. */
const SCAN = /^(?:dcm|nii(?:\.gz)?)$/
const NO_SUCH_DATE = message('readings.noSuchDate')
/** Before the number of a folder of one date: `t1`, `time_2`. */
const DATE_WORD = /^(?:t|time|im|date)?$/i

/**
 * Images of one place: in a folder for each of two dates or more, under the same names; or of three dates or more in one
 * folder, under names that differ by their date or number.
 * @param reads whether files say when they were made, where the names say nothing
 */
export async function findSequences(
  root: string,
  scan: Scan,
  { reads }: { reads: boolean },
): Promise<FoundSequences> {
  const finding = new Finding()
  readDateFolders(scan, finding)
  const undated = readPlaceFolders(scan, finding)
  if (reads) {
    await readFiles(root, undated, finding)
  }
  return finding.result()
}

/** What was found so far. */
class Finding {
  readonly leftOut: LeftOut[] = []
  /** The folder above, by folder whose name is a date. */
  readonly aboveDate = new Map<string, string>()
  /** Folders whose dates are those of the images in them. */
  private readonly datingFolders = new Set<string>()
  private readonly places = new Map<string, SequenceFrame[]>()
  private readonly used = new Set<ScannedImage>()
  /** Images whose place has too few dates, with the reason. */
  private readonly few = new Map<ScannedImage, MessageText>()

  isUsed(image: ScannedImage): boolean {
    return this.used.has(image)
  }

  add(name: string, image: ScannedImage, moment: Moment): void {
    this.used.add(image)
    const frames = this.places.get(name) ?? []
    this.places.set(name, frames)
    frames.push({ image, moment })
  }

  tooFew(frames: readonly SequenceFrame[], fewest: number): void {
    const count = datesOf(frames)
    const reason =
      fewest === FEWEST_FRAMES ? message('readings.fewerThanThree', { count }) : message('readings.oneDate')
    frames.forEach(({ image }) => this.few.set(image, reason))
  }

  addDating(folder: string): void {
    this.datingFolders.add(folder)
  }

  /** Whether a number in its name may stand for a date: not of a slice, nor where folders say the dates. */
  mayCount({ folder, extension }: ScannedImage): boolean {
    if (SCAN.test(extension)) {
      return false
    }
    let above = folder
    while (above !== '' && !this.datingFolders.has(above)) {
      above = parentOf(above)
    }
    return above === ''
  }

  /** By date, then by name. */
  result(): FoundSequences {
    const sequences = [...this.places].map(([name, frames]) => ({
      name,
      frames: frames.sort(
        (a, b) => compareMoments(a.moment, b.moment) || compareTexts(a.image.path, b.image.path),
      ),
    }))
    const few = [...this.few].filter(([image]) => !this.used.has(image))
    const lonely = few.map(([{ path }, reason]) => ({ path, reason }))
    return { sequences, leftOut: [...this.leftOut, ...lonely] }
  }
}

/**
 * Sibling folders that are dates, or numbers of dates. A name that lies in too few of them is left for the other readings.
 */
function readDateFolders(scan: Scan, finding: Finding): void {
  for (const [parent, children] of scan.foldersIn) {
    const folders = children.filter((folder) => !isLabelFolder(folder))
    for (const group of groupByMoment(folders, lastOf, [])) {
      if (group.isByDate) {
        group.dated.forEach(({ thing }) => finding.aboveDate.set(thing, parent))
      }
      const fewest = group.isByDate ? FEWEST_DATES : FEWEST_FRAMES
      if (group.dated.length < fewest || !(group.isByDate || DATE_WORD.test(group.rest))) {
        continue
      }
      const found = group.dated.flatMap(({ thing, moment }) =>
        imagesBelow(thing, scan)
          .filter((image) => !finding.isUsed(image))
          .map((image) => ({ image, moment, name: nameIn(thing, image) })),
      )
      for (const [name, members] of groupBy(found, (one) => one.name)) {
        if (datesOf(members) >= fewest) {
          members.forEach(({ image, moment }) => finding.add(joined(parent, name), image, moment))
        } else {
          finding.tooFew(members, fewest)
        }
      }
      if (found.some(({ image }) => finding.isUsed(image))) {
        group.dated.forEach(({ thing }) => finding.addDating(thing))
      }
      finding.leftOut.push(...group.undated.map((folder) => ({ path: `${folder}/`, reason: NO_SUCH_DATE })))
    }
  }
}

function datesOf(frames: readonly SequenceFrame[]): number {
  return new Set(frames.map(({ moment }) => moment.label)).size
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

/**
 * Images in one folder whose names differ by their date or number. Where the folder is a date itself, and the names have
 * whole dates, the folders of other dates go on with the same place. Returns the images without date and number.
 */
function readPlaceFolders(scan: Scan, finding: Finding): ScannedImage[] {
  const undated: ScannedImage[] = []
  const images = scan.images.filter((image) => !isLabelFolder(image.folder) && !finding.isUsed(image))
  for (const [folder, members] of groupBy(images, (image) => placeFolderOf(image, finding))) {
    for (const group of groupByMoment(members, ({ stem }) => stem, undated)) {
      const dated = group.isByDate ? group.dated : group.dated.filter(({ thing }) => finding.mayCount(thing))
      const isSure = group.isByDate && dated.every(({ thing }) => hasWholeDate(thing))
      const fewest = isSure ? FEWEST_DATES : FEWEST_FRAMES
      if (dated.length >= fewest) {
        dated.forEach(({ thing, moment }) => finding.add(joined(folder, group.rest), thing, moment))
      } else if (dated.length > 0) {
        const frames = dated.map(({ thing, moment }) => ({ image: thing, moment }))
        finding.tooFew(frames, fewest)
      }
      finding.leftOut.push(...group.undated.map(({ path }) => ({ path, reason: NO_SUCH_DATE })))
    }
  }
  return undated
}

/** Year, month and day, in the name of an image that is no slice. */
function hasWholeDate({ stem, extension }: ScannedImage): boolean {
  return /^\d+-\d\d-\d\d/.test(longDateIn(stem)?.moment?.date ?? '') && !SCAN.test(extension)
}

function placeFolderOf({ folder, stem }: ScannedImage, { aboveDate }: Finding): string {
  return longDateIn(stem) === null ? folder : (aboveDate.get(folder) ?? folder)
}

/** Images of one folder, by what their files say. */
async function readFiles(root: string, images: readonly ScannedImage[], finding: Finding): Promise<void> {
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
        finding.leftOut.push({ path: image.path, reason: message('readings.noDate') })
      } else {
        finding.add(joined(folder, ''), image, moment)
      }
    }
  }
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

export function splitFolderOf(sequence: Sequence): string {
  return parentOf(sequence.frames[0].image.path)
}
