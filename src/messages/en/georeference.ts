import { clause, spellingOf } from '../spelling'

const { counted, number } = spellingOf('en')

function lowered(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`
}

/** Why an image that says where it lies cannot be laid on a map. */
export const georeference = {
  unusable: ({ reason }: { reason: string }) => `its georeference cannot be used: ${lowered(clause(reason))}`,
  none: 'its images are not georeferenced',
  matrix: ({ count }: { count: number }) => `Its transformation has ${count} numbers, not 16.`,
  controlPoints: 'It has control points and no scale: bring it to a map first, with gdalwarp for example.',
  tiePoints: 'Its scale and tie point do not have the numbers that they need.',
  scale: 'Its scale is zero or no number, so no pixel has a place.',
  turned: 'Its orientation tag turns it, and its georeference is of the image as stored.',
  worldFileSize: ({ bytes }: { bytes: number }) => `The world file beside it has ${bytes} bytes: it is none.`,
  projectionFileSize: ({ bytes }: { bytes: number }) =>
    `The projection file beside it has ${bytes} bytes: it is none.`,
  worldFile: 'The world file beside it does not have six numbers.',
  projectionFile: 'The projection file beside it is not understood.',
  polygonsOutside: ({ count }: { count: number }) =>
    `${counted(count, { one: 'polygon was', other: 'polygons were' })} left out, with a corner that has no place in the coordinate system of the images.`,
  polygonOnNoPair: 'It lies on no georeferenced pair of the project.',
  polygonTooSmall: 'It lies on a pair, and is too small or too thin to cover the centre of a pixel.',
}

interface OfFrame {
  frame: 'before' | 'after'
}

interface Laid {
  /** On the ground, or of the map where its system is not known. */
  before: number
  after: number
  /** Of the common grid. */
  shown: number
  /** Of the after frame. */
  percent: number
}

/** How frames are laid over each other. Why they are not is a clause. */
export const overlay = {
  laid: ({ before, after, shown, percent }: Laid) =>
    `Laid over each other by the map: ${number(before)} m a pixel before, ${number(after)} m after, shown at ${number(shown)} m. They share ${number(percent)} % of the after frame.`,
  laidInUnits: ({ before, after, shown, percent }: Laid) =>
    `Laid over each other by the map, whose units are not known: ${before} units a pixel before, ${after} after, shown at ${shown}. They share ${number(percent)} % of the after frame.`,
  coarser: ({ width, height }: Record<'width' | 'height', number>) =>
    `With the finer pixels they would have ${width} x ${height} of them, which is too many.`,
  approximate: 'The shift between their datums is known roughly: they may lie metres apart.',
  bySize: ({
    beforeWidth,
    beforeHeight,
    width,
    height,
  }: Record<'beforeWidth' | 'beforeHeight' | 'width' | 'height', number>) =>
    `The frames have two sizes and one shape: before was brought from ${beforeWidth} x ${beforeHeight} to ${width} x ${height} pixels.`,
  asTheyAre: ({ reason }: { reason: string }) =>
    `The frames have one size and are compared pixel by pixel, as they cannot be laid over each other by the map: ${clause(reason)}.`,
  unplaced: ({ frame }: OfFrame) => `the ${frame} frame has no georeference`,
  unusable: ({ frame, reason }: OfFrame & { reason: string }) =>
    `the georeference of the ${frame} frame cannot be used: ${lowered(clause(reason))}`,
  otherSystem: 'their coordinate systems are not both known',
  notConvertible: 'their coordinate systems cannot be converted into each other there',
  antimeridian: 'they lie on the 180th meridian or around a pole, and are cut there in different ways',
  tooFine: 'their pixels are smaller than their coordinates can tell',
  none: 'they do not overlap on the map',
  lessThanPixel: 'they overlap by less than a pixel on the map',
  tooManyPixels: ({ width, height }: Record<'width' | 'height', number>) =>
    `together they would have ${width} x ${height} pixels, which is too many`,
}
