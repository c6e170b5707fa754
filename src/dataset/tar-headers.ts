import { Transform } from 'node:stream'
import type { TransformCallback } from 'node:stream'
import { decode } from 'tar-stream/headers.js'

const BLOCK_BYTES = 512
/** A long name, or a list of attributes, is held whole in memory. */
const MAX_LONG_HEADER_BYTES = 2 ** 20

/** Members that say something of the next one, or of all that follow. */
const LONG_HEADERS = new Set(['gnu-long-path', 'gnu-long-link-path', 'pax-header', 'pax-global-header'])

interface LongHeader {
  type: string | null
  size: number
}

/**
 * Passes a tar file on as it is, and fails before what `tar-stream` cannot be given: long headers over 1 MB,
 * which it would hold whole, lengths that are none, and attributes that never end.
 */
export class TarHeaders extends Transform {
  private parts: Buffer[] = []
  /** Bytes of the header, or of what a long header holds, that have not come. */
  private missing = BLOCK_BYTES
  /** Bytes up to the next header. */
  private passed = 0
  private long: LongHeader | null = null
  /** Lengths that attributes give the next member, and all members after it that have attributes. */
  private size: number | null = null
  private globalSize: number | null = null

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    try {
      this.follow(chunk)
      done(null, chunk)
    } catch (error) {
      done(error as Error)
    }
  }

  private follow(chunk: Buffer): void {
    let at = 0
    while (at < chunk.length) {
      const count = Math.min(this.passed > 0 ? this.passed : this.missing, chunk.length - at)
      if (this.passed > 0) {
        this.passed -= count
      } else {
        this.parts.push(chunk.subarray(at, at + count))
        this.missing -= count
        if (this.missing === 0) {
          const whole = Buffer.concat(this.parts)
          this.parts = []
          this.missing = BLOCK_BYTES
          this.readHeader(whole)
        }
      }
      at += count
    }
  }

  private readHeader(bytes: Buffer): void {
    if (this.long !== null) {
      this.readLong(this.long, bytes)
      return
    }
    const header = decode(bytes, 'utf-8', false)
    if (header === null) {
      return
    }
    const { type } = header
    if (LONG_HEADERS.has(type ?? '')) {
      if (!(header.size > 0 && header.size <= MAX_LONG_HEADER_BYTES)) {
        throw new Error(`a header in it claims ${header.size} bytes`)
      }
      this.long = header
      this.missing = header.size
      return
    }
    const size = this.size ?? header.size
    this.size = null
    if (!(Number.isSafeInteger(size) && size >= 0)) {
      throw new Error(`a member of it claims ${size} bytes`)
    }
    this.passed = type === 'directory' ? 0 : padded(size)
  }

  private readLong({ type, size }: LongHeader, bytes: Buffer): void {
    this.long = null
    this.passed = padded(size) - size
    if (type === 'pax-header') {
      this.size = sizeIn(bytes) ?? this.globalSize
    } else if (type === 'pax-global-header') {
      this.globalSize = sizeIn(bytes)
    }
  }
}

function padded(size: number): number {
  return Math.ceil(size / BLOCK_BYTES) * BLOCK_BYTES
}

/** The member's length in a list of attributes, `LENGTH NAME=VALUE\n` each; null where it tells of none. */
function sizeIn(bytes: Buffer): number | null {
  let size: number | null = null
  for (let at = 0; at < bytes.length;) {
    const space = bytes.indexOf(' ', at)
    const end = space === -1 ? bytes.length : space
    const length = Number.parseInt(bytes.toString('utf8', at, end), 10)
    if (length < 0) {
      throw new Error('a header in it holds a length below 0')
    }
    const [name, ...value] = bytes.toString('utf8', end + 1, at + length - 1).split('=')
    if (!(length > 0) || value.length === 0) {
      return size
    }
    if (name === 'size') {
      size = value[0] === '' ? null : Number.parseInt(value.join('='), 10)
    }
    at += length
  }
  return size
}
