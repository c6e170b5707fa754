import dicomParser from 'dicom-parser'
import type { DataSet } from 'dicom-parser'
import { HeaderError } from '../header/source'
import { valueText } from './value-text'
import { PIXEL_DATA, undamaged } from './attributes'

/** A segment over one frame of the source. */
interface ReadSegment {
  /** The label of the segment. */
  name: string
  /** Of the source, from 1; 1 for a source of one frame. */
  sourceFrame: number
  sourceUid: string
  /** Row-major, one byte a pixel, 0 or 1. */
  mask: Uint8Array
}

export interface ReadSegmentation {
  width: number
  height: number
  /** In the order of the file. */
  segments: ReadSegment[]
}

const MOST_PIXELS = 2 ** 31

/** A binary DICOM segmentation, uncompressed, little-endian. @throws HeaderError */
export function readSegmentation(bytes: Buffer): ReadSegmentation {
  return undamaged(() => segmentationIn(bytes, dicomParser.parseDicom(bytes)))
}

function segmentationIn(bytes: Buffer, dataSet: DataSet): ReadSegmentation {
  const width = dataSet.uint16('x00280011') ?? 0
  const height = dataSet.uint16('x00280010') ?? 0
  const isBinary = dataSet.uint16('x00280100') === 1 && dataSet.string('x00620001')?.trim() === 'BINARY'
  const pixels = dataSet.elements[PIXEL_DATA]
  const frames = itemsOf(dataSet, 'x52009230')
  if (!isBinary || pixels === undefined || pixels.fragments !== undefined) {
    throw new HeaderError('it is no uncompressed binary segmentation')
  }
  const count = width * height
  const isWhole = count > 0 && count * frames.length <= Math.min(MOST_PIXELS, pixels.length * 8)
  if (!isWhole || pixels.dataOffset + pixels.length > bytes.length) {
    throw new HeaderError('its pixels end early')
  }
  const names = segmentNames(dataSet)
  const segments = frames.map((frame, index) => {
    const number = itemsOf(frame, 'x0062000a')[0]?.uint16('x0062000b') ?? 0
    const name = names.get(number)
    if (name === undefined) {
      throw new HeaderError('a frame belongs to no segment')
    }
    const source = sourceOf(frame)
    const mask = unpacked(bytes, pixels.dataOffset, index * count, count)
    return { name, mask, sourceFrame: source.frame, sourceUid: source.uid }
  })
  return { width, height, segments }
}

function itemsOf(dataSet: DataSet, tag: string): DataSet[] {
  return (dataSet.elements[tag]?.items ?? []).flatMap(({ dataSet: item }) =>
    item === undefined ? [] : [item],
  )
}

function segmentNames(dataSet: DataSet): Map<number, string> {
  const names = new Map<number, string>()
  for (const item of itemsOf(dataSet, 'x00620002')) {
    const number = item.uint16('x00620004')
    const name = valueText(item, 'x00620005', dataSet)
    if (number !== undefined && name !== null) {
      names.set(number, name)
    }
  }
  return names
}

function sourceOf(frame: DataSet): { frame: number; uid: string } {
  const derivation = itemsOf(frame, 'x00089124').at(0)
  const source = derivation === undefined ? undefined : itemsOf(derivation, 'x00082112').at(0)
  return {
    frame: Number.parseInt(source?.string('x00081160') ?? '1', 10) || 1,
    uid: (source?.string('x00081155') ?? '').trim(),
  }
}

function unpacked(bytes: Buffer, start: number, from: number, count: number): Uint8Array {
  const mask = new Uint8Array(count)
  for (let pixel = 0; pixel < count; pixel += 1) {
    const at = from + pixel
    mask[pixel] = (bytes[start + (at >> 3)] >> (at & 7)) & 1
  }
  return mask
}
