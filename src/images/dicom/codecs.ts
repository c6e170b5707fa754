import type { FrameDecoder, FrameInfo, Quiet } from '@cornerstonejs/codec-charls/decode'
import { HeaderError } from '../header/source'
import type { PixelAttributes } from './attributes'

/**
 * Decoders in WebAssembly, CharLS and OpenJPEG: loaded when first needed, and anew after a failure, which may have left
 * their memory in disorder. What they print is not wanted.
 */
let charls: Promise<{ JpegLSDecoder: new () => FrameDecoder }> | null = null
let openJpeg: Promise<{ J2KDecoder: new () => FrameDecoder }> | null = null
/** A new one for each module: it becomes the module. */
function quiet(): Quiet {
  return { print: () => undefined, printErr: () => undefined }
}

/** What the file says of the frame. */
export type ExpectedFrame = Pick<PixelAttributes, 'width' | 'height' | 'samplesPerPixel'>

/**
 * Samples of a frame, 8 or 16 bits each as the frame says, interleaved.
 * @throws Error for a frame that is damaged, or of another size than the file says
 */
export async function decodeJpegLs(frame: Uint8Array, expected: ExpectedFrame): Promise<CodedSamples> {
  checkFrame(jpegLsFrame(frame), expected)
  charls ??= import('@cornerstonejs/codec-charls/decode').then(({ default: make }) => make(quiet()))
  const { JpegLSDecoder } = await charls
  try {
    const samples = decodeWith(new JpegLSDecoder(), frame, expected)
    const isPlanar = expected.samplesPerPixel > 1 && samples.interleaveMode === NOT_INTERLEAVED
    return { ...samples, isPlanar }
  } catch (error) {
    charls = null
    throw error
  }
}

/** The same of JPEG 2000. */
export async function decodeJpeg2000(frame: Uint8Array, expected: ExpectedFrame): Promise<CodedSamples> {
  checkFrame(jpeg2000Frame(frame), expected)
  openJpeg ??= import('@cornerstonejs/codec-openjpeg/decode').then(({ default: make }) => make(quiet()))
  const { J2KDecoder } = await openJpeg
  try {
    return { ...decodeWith(new J2KDecoder(), frame, expected), isPlanar: false }
  } catch (error) {
    openJpeg = null
    throw error
  }
}

export interface CodedSamples {
  bytes: Uint8Array<ArrayBuffer>
  bitsPerSample: number
  /** All samples of a colour lie beside each other. */
  isPlanar: boolean
}

/** `getInterleaveMode` of CharLS. */
const NOT_INTERLEAVED = 0

function decodeWith(
  decoder: FrameDecoder,
  frame: Uint8Array,
  expected: ExpectedFrame,
): { bytes: Uint8Array<ArrayBuffer>; bitsPerSample: number; interleaveMode: number } {
  decoder.getEncodedBuffer(frame.length).set(frame)
  decoder.decode()
  const info = decoder.getFrameInfo()
  checkFrame(info, expected)
  // a copy: the decoder's memory is given back
  const bytes = Uint8Array.from(decoder.getDecodedBuffer())
  const interleaveMode = decoder.getInterleaveMode?.() ?? NOT_INTERLEAVED
  decoder.delete()
  return { bytes, bitsPerSample: info.bitsPerSample, interleaveMode }
}

/** Headers are looked at before a decoder takes memory for what they claim. */
type FrameSize = Pick<FrameInfo, 'width' | 'height' | 'componentCount'>

/** ITU-T T.87, C.2.2: the frame header, which the decoder does not tell before it decodes. @throws HeaderError */
function jpegLsFrame(frame: Uint8Array): FrameSize {
  const bytes = Buffer.from(frame.buffer, frame.byteOffset, frame.length)
  for (let at = 2; at + 10 <= bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    if (bytes[at + 1] === 0xf7) {
      return {
        height: bytes.readUInt16BE(at + 5),
        width: bytes.readUInt16BE(at + 7),
        componentCount: bytes[at + 9],
      }
    }
  }
  throw new HeaderError('its JPEG-LS frame is damaged')
}

/** ITU-T T.800, A.5.1: image and tile size, the first marker. @throws HeaderError */
function jpeg2000Frame(frame: Uint8Array): FrameSize {
  const bytes = Buffer.from(frame.buffer, frame.byteOffset, frame.length)
  if (bytes.length < 42 || bytes.readUInt32BE(0) !== 0xff_4f_ff_51) {
    throw new HeaderError('its JPEG 2000 codestream is damaged')
  }
  return {
    width: bytes.readUInt32BE(8) - bytes.readUInt32BE(16),
    height: bytes.readUInt32BE(12) - bytes.readUInt32BE(20),
    componentCount: bytes.readUInt16BE(40),
  }
}

function checkFrame({ width, height, componentCount }: FrameSize, expected: ExpectedFrame): void {
  if (width !== expected.width || height !== expected.height || componentCount !== expected.samplesPerPixel) {
    throw new HeaderError('its parts disagree on its size')
  }
}
