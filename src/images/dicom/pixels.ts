import { Transformer } from '@napi-rs/image'
import dicomParser from 'dicom-parser'
import type { Element } from 'dicom-parser'
import type { SliceChoice } from '../../domain/slice-path'
import { HeaderError } from '../header/source'
import type { Samples } from '../raster'
import { PIXEL_DATA, parseAttributes } from './attributes'
import type { DicomFile, PixelAttributes, StoredSamples } from './attributes'
import { decodeFrame } from './frame-decoder'
import { rescaled } from './rescale'
import { withFullColours, withPalette, ybrToRgb } from './colours'

/**
 * One frame of a DICOM file: grey values in the unit of its rescale slope and intercept, or 8-bit RGB.
 * @throws HeaderError, and whatever a decoder throws for damaged bytes
 */
export async function decodeDicom(bytes: Buffer, slice: SliceChoice | null = null): Promise<Samples> {
  const file = parseAttributes(bytes, slice)
  if ('unread' in file) {
    throw new HeaderError('its pixels are of a kind that is not read')
  }
  const { attributes, dataSet } = file
  const stored = await storedSamples(bytes, file)
  switch (attributes.photometric) {
    case 'MONOCHROME1':
    case 'MONOCHROME2':
      return rescaled(attributes, stored)
    case 'PALETTE COLOR':
      return colours(attributes, withPalette(dataSet, stored))
    case 'YBR_FULL':
      // JPEG decoders give RGB
      return colours(
        attributes,
        attributes.coding === 'jpeg' ? byteSamples(attributes, stored) : ybrToRgb(stored),
      )
    case 'RGB':
    case 'YBR_FULL_422':
    case 'YBR_RCT':
    case 'YBR_ICT':
      return colours(attributes, byteSamples(attributes, stored))
  }
}

function colours({ width, height }: PixelAttributes, data: Uint8Array): Samples {
  return { width, height, channels: 3, colours: 3, hasAlpha: false, noData: null, data }
}

/** Colours of more than 8 bits keep their first eight. */
function byteSamples({ bitsStored }: PixelAttributes, stored: StoredSamples): Uint8Array {
  if (stored instanceof Uint8Array) {
    return stored
  }
  const shift = Math.max(0, bitsStored - 8)
  return Uint8Array.from(stored, (value) => value >> shift)
}

/** As they are stored, interleaved, with the bits above the stored ones taken away; RGB where pixels share colours. */
async function storedSamples(bytes: Buffer, file: DicomFile): Promise<StoredSamples> {
  const { attributes } = file
  const coded = await codedBytes(bytes, file)
  const { bitsAllocated, samplesPerPixel } = attributes
  const length = frameLength(attributes, coded.areShared)
  const bits = coded.bitsPerSample ?? bitsAllocated
  const size = bits <= 8 ? 1 : bits <= 16 ? 2 : 4
  if (coded.bytes.length < length * size) {
    throw new HeaderError('its pixels end early')
  }
  // aligned to the size of a value
  const own = Buffer.from(Uint8Array.from(coded.bytes.subarray(0, length * size)).buffer)
  if (coded.isBigEndian && size > 1) {
    own[size === 2 ? 'swap16' : 'swap32']()
  }
  const samples = viewOf(own.buffer, size, attributes)
  if (coded.areShared) {
    return ybrToRgb(withFullColours(byteSamples(attributes, samples), attributes.width * attributes.height))
  }
  return coded.isPlanar && samplesPerPixel === 3 ? interleaved(samples) : samples
}

/** Values of a frame. */
function frameLength({ width, height, samplesPerPixel }: PixelAttributes, areShared: boolean): number {
  return areShared ? 4 * Math.ceil((width * height) / 2) : width * height * samplesPerPixel
}

/**
 * Whether two pixels share their colour, as the standard has it. Some programs write such files with all colours, which
 * their length shows. DICOM PS3.3 C.7.6.3.1.2.
 */
function shareColours(element: Element, attributes: PixelAttributes): boolean {
  const { photometric, frameCount, bitsAllocated } = attributes
  const whole = frameLength(attributes, false) * frameCount * (bitsAllocated / 8)
  return photometric === 'YBR_FULL_422' && element.length < whole
}

interface CodedBytes {
  bytes: Uint8Array
  /** Null where it is as the file says. */
  bitsPerSample: number | null
  isPlanar: boolean
  isBigEndian: boolean
  /** Y, Y, Cb and Cr of each two pixels. */
  areShared: boolean
}

async function codedBytes(bytes: Buffer, { dataSet, attributes }: DicomFile): Promise<CodedBytes> {
  const element = dataSet.elements[PIXEL_DATA]
  if (element === undefined) {
    throw new HeaderError('it has no pixels')
  }
  const { coding, isPlanar, bitsAllocated, frame } = attributes
  if (coding === 'little' || coding === 'big') {
    const areShared = shareColours(element, attributes)
    const length = frameLength(attributes, areShared) * (bitsAllocated / 8)
    const start = element.dataOffset + frame * length
    const pixels = bytes.subarray(start, Math.min(start + length, element.dataOffset + element.length))
    const isBigEndian = coding === 'big'
    // bytes of words, in the order of the words
    const isSwapped = isBigEndian && bitsAllocated === 8 && element.vr === 'OW'
    const own = isSwapped ? swapped(pixels) : pixels
    return { bytes: own, bitsPerSample: null, isPlanar, isBigEndian, areShared }
  }
  const coded = codedFrame(dataSet, element, attributes)
  if (coding === 'jpeg') {
    const decoded = await jpegSamples(coded, attributes)
    return { bytes: decoded, bitsPerSample: 8, isPlanar: false, isBigEndian: false, areShared: false }
  }
  const { width, height, samplesPerPixel } = attributes
  const expected = { width, height, samplesPerPixel }
  const decoded = await decodeFrame({ coding, frame: coded, expected })
  return { ...decoded, isBigEndian: false, areShared: false }
}

/** @throws HeaderError where it cannot be told which fragments are the frame */
function codedFrame(
  dataSet: DicomFile['dataSet'],
  element: Element,
  { frame, frameCount }: PixelAttributes,
): Uint8Array {
  const fragments = element.fragments ?? []
  if (fragments.length === 0) {
    throw new HeaderError('it has no pixels')
  }
  if (frameCount === 1) {
    return Uint8Array.from(
      dicomParser.readEncapsulatedPixelDataFromFragments(dataSet, element, 0, fragments.length),
    )
  }
  if (fragments.length === frameCount) {
    return Uint8Array.from(dicomParser.readEncapsulatedPixelDataFromFragments(dataSet, element, frame, 1))
  }
  if (element.basicOffsetTable?.length !== frameCount) {
    throw new HeaderError('its frames cannot be told apart')
  }
  return Uint8Array.from(dicomParser.readEncapsulatedImageFrame(dataSet, element, frame))
}

function swapped(bytes: Buffer): Buffer {
  return Buffer.from(bytes.subarray(0, bytes.length & ~1)).swap16()
}

async function jpegSamples(frame: Uint8Array, attributes: PixelAttributes): Promise<Uint8Array> {
  const transformer = new Transformer(Buffer.from(frame))
  const { width, height } = await transformer.metadata()
  const raw = await transformer.rawPixels()
  const length = frameLength(attributes, false)
  if (width !== attributes.width || height !== attributes.height || raw.length !== length) {
    throw new HeaderError('its parts disagree on its size')
  }
  return raw
}

function viewOf(
  buffer: ArrayBuffer,
  size: 1 | 2 | 4,
  { bitsStored, isSigned }: Pick<PixelAttributes, 'bitsStored' | 'isSigned'>,
): StoredSamples {
  const samples =
    size === 1
      ? new (isSigned ? Int8Array : Uint8Array)(buffer)
      : size === 2
        ? new (isSigned ? Int16Array : Uint16Array)(buffer)
        : new (isSigned ? Int32Array : Uint32Array)(buffer)
  const unused = size * 8 - bitsStored
  if (unused > 0) {
    // overlays may lie in the upper bits
    for (let at = 0; at < samples.length; at += 1) {
      const shifted = samples[at] << (32 - bitsStored)
      samples[at] = isSigned ? shifted >> (32 - bitsStored) : shifted >>> (32 - bitsStored)
    }
  }
  return samples
}

function interleaved(samples: StoredSamples): StoredSamples {
  const pixels = samples.length / 3
  const data = samples.slice()
  for (let pixel = 0; pixel < pixels; pixel += 1) {
    for (let colour = 0; colour < 3; colour += 1) {
      data[pixel * 3 + colour] = samples[colour * pixels + pixel]
    }
  }
  return data
}
