import { spellingOf } from '../spelling'

const { counted } = spellingOf('en')

/** Folders that are opened, and their projects. */
export const folders = {
  missing: ({ path }: { path: string }) => `${path} is not there: it was moved, renamed or deleted`,
  isAFile: ({ path }: { path: string }) => `${path} is a file: open the folder that holds the pairs`,
  mayNotBeRead: ({ path, code }: { path: string; code: string }) =>
    `${path} may not be read (${code}): change its permissions`,
  tooManyFiles: ({ path }: { path: string }) =>
    `${path} holds over two million files: open the folder of one data set`,
  whichIsBefore: ({ names }: { names: string }) =>
    `${names}: nothing tells which of the two folders has the before images. Open the folder in the window or on the page of serve, which ask, or call the folders before and after.`,
  readOtherwise:
    'The folder no longer reads as it did when it was opened. Open it again to choose how it is read.',
  noPairs: ({ path }: { path: string }) =>
    `No image pairs were found in ${path}. The user guide lists the layouts that are recognised.`,
  cannotBeListed: ({ path, reason }: { path: string; reason: string }) => `${path} cannot be read: ${reason}`,
  notChosen: ({ path }: { path: string }) =>
    `${path} was not used, as you did not allow it. Choose it by its button.`,
  notNamed: ({ path }: { path: string }) =>
    `${path} was not used, as serve was not started with it. Start deltascribe serve with --allow and this folder or one above it to use it.`,
  notShown: ({ path }: { path: string }) => `${path} is not shown: it is none of the folders that you chose.`,
  noFileManager: ({ path, reason }: { path: string; reason: string }) =>
    `The system did not show ${path}: ${reason}. Open the folder in your file manager.`,
  neverOpened: ({ path }: { path: string }) => `There is no work on ${path}: it was never opened.`,
  noneOpen: 'No folder is open.',
  closedMeanwhile: 'The folder was closed meanwhile.',
  anotherOpened: 'Another folder has been opened. This was not stored.',
  notOpened: 'The folder was not opened',
}

/** Ways to read a folder as pairs, and why files of it are in none. */
export const readings = {
  list: ({ name }: { name: string }) => `the list in ${name}`,
  clevr: 'CLEVR-Change: images/ with sc_images/ and nsc_images/',
  suffixes: ({ before, after }: { before: string; after: string }) =>
    `names that end in ${before} and ${after}`,
  suffixTwo: 'ID and ID_2 names',
  sidesInOrder: ({ before, after }: { before: string; after: string }) =>
    `${before}/ before, ${after}/ after`,
  sides: ({ before, after }: { before: string; after: string }) => `${before}/ and ${after}/ folders`,
  withLabels: ({ title, folder }: { title: string; folder: string }) => `${title}, with ${folder}/`,
  sequenceNeighbours: ({ count }: { count: number }) =>
    `${counted(count, { one: 'sequence', other: 'sequences' })} of dates, each date with the one before it`,
  sequenceFirst: ({ count }: { count: number }) =>
    `${counted(count, { one: 'sequence', other: 'sequences' })} of dates, each date with the first`,
  twoDatesInNames: ({ count }: { count: number }) =>
    `names that differ by two dates, of ${counted(count, { one: 'place', other: 'places' })}`,
  twoDates: ({ count }: { count: number }) =>
    `folders of two dates, with ${counted(count, { one: 'image', other: 'images' })} of the same names`,
  fewerThanThree: ({ count }: { count: number }) =>
    `its place has ${counted(count, { one: 'date', other: 'dates' })}, and a sequence needs three`,
  oneDate: 'no folder of another date has an image of this name',
  noSuchDate: 'its name says a date that there is not',
  noDate: 'neither its name nor the file says when it was made',
  deep: ({ depth }: { depth: number }) => `it lies more than ${depth} folders deep`,
  mayNotBeRead: 'it may not be read: change its permissions',
  isExport: 'it is an export: open it by itself',
  notUtf8: 'its name is not written in UTF-8: rename it',
  otherPath: 'its name reads as another path: rename it without %, \\ and :',
  linkOutside: 'is a link that leads out of the folder: put the file itself there',
  linkToFolder: 'is a link to a folder; links to folders are not followed',
  linkToNothing: 'is a link to a file that is not there',
  brokenLink: 'is a link that cannot be followed',
  cannotBeRead: ({ reason }: { reason: string }) => `it cannot be read: ${reason}`,
  tooLong: 'it is over 256 MB',
  tooManyFields: 'it has more fields than the first line',
  noObject: 'it is no JSON object',
  openQuotes: 'it has quotation marks that are not closed',
  sameKey: ({ key }: { key: string }) => `another row has the key ${key}`,
  noPaths: 'none of its lines names a before and an after image',
  needsBefore: 'a before path is needed',
  needsAfter: 'an after path is needed',
  notInFolder: ({ path }: { path: string }) => `${path} is not in the folder, or is no image`,
  noPartnerIn: ({ folder }: { folder: string }) => `${folder}/ has no partner for it`,
  noPartnerInClevr: 'sc_images/ and nsc_images/ have no partner for it',
  noneBeside: ({ name }: { name: string }) => `there is no ${name} beside it`,
  images: ({ count }: { count: number }) =>
    counted(count, {
      one: 'image is in no pair of this reading',
      other: 'images are in no pair of this reading',
    }),
  unread: ({ count, kinds }: { count: number; kinds: string }) =>
    `${counted(count, { one: 'image is of a kind', other: 'images are of kinds' })} that Deltascribe does not read (${kinds}): save as PNG, JPEG, WebP or TIFF`,
  others: ({ count }: { count: number }) =>
    counted(count, {
      one: 'file is no image that can be read',
      other: 'files are no image that can be read',
    }),
}
