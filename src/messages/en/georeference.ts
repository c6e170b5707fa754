import { clause } from '../spelling'

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
}
