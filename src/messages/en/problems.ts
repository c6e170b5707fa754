import { clause, spellingOf } from '../spelling'

const { counted, fixed } = spellingOf('en')

interface Named {
  /** Of the file, or its path in the folder. */
  name: string
}

interface Sizes {
  width: number
  height: number
}

/** Of image files and of pairs. They end without a full stop, as some stand in a sentence. */
export const problems = {
  missing: ({ name }: Named) => `${name} is not there: it was moved, renamed or deleted`,
  notAFile: ({ name }: Named) => `${name} is not a file: put an image there`,
  empty: ({ name }: Named) => `${name} is empty (0 bytes): copy it again from its source`,
  tooManyBytes: ({ name, gibibytes }: Named & { gibibytes: number }) =>
    `${name} is ${fixed(gibibytes, 1)} GiB; the limit is 1.75 GiB: cut it into tiles`,
  tooManyPixels: ({ name, width, height }: Named & Sizes) =>
    `${name} has ${width} x ${height} pixels; the limit is 134 megapixels (89 at 16 bits): cut it into tiles`,
  notInParts: ({ name }: Named) =>
    `${name} is too large to be read whole, and cannot be read in parts: save it as a tiled TIFF, upright`,
  mayNotBeRead: ({ name }: Named) => `${name} may not be read: change its permissions`,
  cannotBeRead: ({ name, code }: Named & { code: string }) =>
    `${name} cannot be read (${code}): check the disk it is on`,
  otherKind: ({ name }: Named) =>
    `${name} is not a PNG, JPEG, WebP, BMP, TIFF, DICOM or NIfTI image: convert it, or take it out of the folder`,
  incomplete: ({ name }: Named) => `${name} is damaged or incomplete: copy it again from its source`,
  changedMeanwhile: ({ name }: Named) => `${name} was replaced while it was read: try again`,
  tiffCompression: ({ name, compression }: Named & { compression: string }) =>
    `${name} is a TIFF compressed with ${compression}, which is not read: save it as PNG, or as TIFF with Deflate or LZW`,
  dicomCompression: ({ name, compression }: Named & { compression: string }) =>
    `${name} is a DICOM file compressed with ${compression}, which is not read: save it uncompressed`,
  noSuchSlice: ({ name, count }: Named & { count: number }) =>
    `${name} is no slice of its file, which has ${counted(count, { one: 'slice', other: 'slices' })} in this direction: choose another one`,
  noSuchRange: ({ from, to, first, last }: Record<'from' | 'to' | 'first' | 'last', number>) =>
    `Slices ${from} to ${to} cannot be added: both files have slices ${first} to ${last} in this direction, as the after file counts them.`,
  niftiParts: ({ name }: Named) =>
    `${name} is the header of a NIfTI image in two files, which is not read: save it as one .nii file`,
  niftiType: ({ name }: Named) =>
    `${name} is a NIfTI file of a kind of values that is not read: save it as whole numbers of up to 32 bits, or as floating point numbers`,
  niftiSize: ({ name }: Named) =>
    `${name} has over 1 GiB of voxels, which is not read: cut it into smaller volumes`,
  dicomColours: ({ name }: Named) =>
    `${name} is a DICOM file of colours that are not read: save it in grey or RGB`,
  dicomPixels: ({ name }: Named) =>
    `${name} is a DICOM file of a kind of pixels that is not read: save it with 8 or 16 bits`,
  noDeepValues: 'This frame has 8 bits, or is too large: there are no values beside its picture.',
  tooFewBands: ({ name, band, count }: Named & Record<'band' | 'count', number>) =>
    `${name} has ${counted(count, { one: 'band', other: 'bands' })}, and band ${band} was chosen for this project: choose other bands in Review`,
  jpegBits: ({ name, bits }: Named & { bits: number }) =>
    `${name} is a JPEG of ${bits} bits a value, which is not read: save it as PNG, or as an ordinary JPEG of 8 bits`,
  jpegArithmetic: ({ name }: Named) =>
    `${name} is a JPEG with arithmetic coding, which is not read: save it as PNG, or as an ordinary JPEG of 8 bits`,
  jpegLossless: ({ name }: Named) =>
    `${name} is a lossless JPEG, which is not read: save it as PNG, or as an ordinary JPEG of 8 bits`,
  jpegHierarchical: ({ name }: Named) =>
    `${name} is a hierarchical JPEG, which is not read: save it as PNG, or as an ordinary JPEG of 8 bits`,
  maskSize: ({
    name,
    maskWidth,
    maskHeight,
    width,
    height,
  }: Named & Sizes & Record<'maskWidth' | 'maskHeight', number>) =>
    `${name} is a mask of ${maskWidth} x ${maskHeight} pixels for an image of ${width} x ${height}: make it anew at the size of the image`,
  twoSizes: ({
    beforeWidth,
    beforeHeight,
    width,
    height,
  }: Sizes & Record<'beforeWidth' | 'beforeHeight', number>) =>
    `The frames have two sizes: before is ${beforeWidth} x ${beforeHeight}, after ${width} x ${height} pixels. Bring both to one size.`,
  twoSizesApart: ({
    beforeWidth,
    beforeHeight,
    width,
    height,
    reason,
  }: Sizes & Record<'beforeWidth' | 'beforeHeight', number> & { reason: string }) =>
    `The frames have two sizes (before is ${beforeWidth} x ${beforeHeight}, after ${width} x ${height} pixels) and cannot be laid over each other by the map: ${clause(reason)}. Bring both to one size.`,
  onAnotherMachine: ({ name }: Named) => `${name} is on another machine: paths start at the folder`,
  absolute: ({ name }: Named) => `${name} is absolute: paths start at the folder`,
  leadsOut: ({ name }: Named) => `${name} leads out of the folder: paths may not contain ..`,
  zeroCharacter: ({ name }: Named) => `${name} contains a zero character`,
  linkOutside: ({ name }: Named) =>
    `${name} is a link that leads out of the folder: put the file itself there`,
  damagedWork: ({ reason }: { reason: string }) =>
    `The work on this pair cannot be read (doctor checks the project): ${reason}`,
  damagedRow: ({ what }: { what: string }) => `The project store holds a damaged ${what}.`,
  notAcceptable: ({ key, problem }: { key: string; problem: string }) =>
    `${key} cannot be accepted: ${problem}`,
}
