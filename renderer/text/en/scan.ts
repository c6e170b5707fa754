import { counted } from '../spelling'

/** Slices and millimetres of medical images. */
export const scan = {
  slices: 'Slices',
  slice: (axis: string) => `Number of the slice, ${axis}`,
  of: (count: number, axis: string) => `of ${count}, ${axis}`,
  /** @param apart millimetres, or null */
  before: (number: number, apart: string | null) =>
    apart === null ? `before: ${number}` : `before: ${number}, ${apart} mm away`,
  series: (before: number, after: number) => `slice ${after}, before: ${before}`,
  apart: (millimetres: string) => `${millimetres} mm apart`,
  apartExplain:
    'Files of a series are paired by their names. These two are slices of other places: a list can pair them otherwise.',
  apartOtherwise:
    'By the places in the files, which also differ by how the patient lay. Files of a series are paired by their names: look whether both show the same level.',
  axes: { axial: 'axial', coronal: 'coronal', sagittal: 'sagittal', frame: 'frames' },
  previous: 'Previous slice',
  next: 'Next slice',
  noMore: 'No further slice is a pair of this project. Type its number, or add a range of slices.',
  add: 'Add slices',
  addExplain: 'Each slice becomes a pair of its own, with its own masks and captions.',
  addRange: 'Add these slices',
  added: (count: number) =>
    count === 0
      ? 'All of these slices are pairs already.'
      : `${counted(count, { one: 'slice', other: 'slices' })} added to the queue.`,
  direction: 'Direction',
  from: 'From slice',
  to: 'To slice',
  close: 'Close',
  millimetres: (count: string) => `${count} mm`,
  squareMillimetres: (count: string) => `${count} mm²`,
  scale: 'Scale along the rows of the image',
  scaleAtDetector: 'Scale along the rows of the image, at the detector: what lies in the body is smaller',
  ofAfter: (scale: string) => `${scale}, of the after image`,
  area: (area: string) => `Area: ${area}`,
  areaAtDetector: (area: string) => `Area at the detector: ${area}. What lies in the body is smaller.`,
}
