import type { Readable, Writable } from 'node:stream'
import { Inbox, isTooDeep, MOST_MESSAGE_BYTES } from '../contract/port'
import type { Port } from '../contract/port'
import { packMessage, unpackMessage } from './packed-message'

/** Both sides begin with it. What comes before it, such as the banner of a login, is skipped. */
export const STREAM_MAGIC = Buffer.from('\ndeltascribe port 1\n')
/** Bytes that may come before it. */
const MOST_BANNER_BYTES = 2 ** 16
/** Two lengths, each 32 bits with the highest byte first: of the JSON text, and of the bytes after it. */
const HEADER_BYTES = 8

interface StreamPortOptions {
  /** Why the stream cannot be read any further, in words; the port is closed then. */
  onBroken?(reason: string): void
}

/**
 * A port over two byte streams, as a program has them that runs over SSH. A message is a header, JSON text, and the
 * bytes of its typed lists. Nothing that comes is trusted: it has a limit of length and of depth, and is never code.
 */
export function streamPort(input: Readable, output: Writable, options: StreamPortOptions = {}): Port {
  return new StreamPort(input, output, options)
}

class StreamPort implements Port {
  private readonly inbox = new Inbox()

  constructor(
    private readonly input: Readable,
    private readonly output: Writable,
    { onBroken = () => undefined }: StreamPortOptions,
  ) {
    const reader = new MessageReader((message) => this.inbox.receive(message))
    input.on('data', (chunk: Buffer) => {
      const problem = this.inbox.isClosed ? null : reader.take(chunk)
      if (problem !== null) {
        onBroken(problem)
        this.close()
      }
    })
    for (const event of ['end', 'close', 'error'] as const) {
      input.on(event, () => this.inbox.close())
    }
    // the other side is gone, which the end of the input tells too
    output.on('error', () => this.inbox.close())
    output.write(STREAM_MAGIC)
  }

  post(message: unknown): void {
    if (!this.inbox.isClosed) {
      packMessage(message).forEach((part) => this.output.write(part))
    }
  }

  onMessage(listener: (message: unknown) => void): void {
    this.inbox.onMessage(listener)
  }

  onClose(listener: () => void): void {
    this.inbox.onClose(listener)
  }

  close(): void {
    this.output.end()
    this.input.destroy()
    this.inbox.close()
  }
}

/** Cuts a stream of bytes into messages. */
class MessageReader {
  private chunks: Buffer[] = []
  private size = 0
  private hasBegun = false
  /** Bytes without which nothing can be read. */
  private needed = STREAM_MAGIC.length

  constructor(private readonly onMessage: (message: unknown) => void) {}

  /** Returns why the stream cannot be read any further, or null. */
  take(chunk: Buffer): string | null {
    this.chunks.push(chunk)
    this.size += chunk.length
    while (this.size >= this.needed) {
      const bytes = this.chunks.length === 1 ? this.chunks[0] : Buffer.concat(this.chunks)
      const step = this.hasBegun ? this.readMessage(bytes) : this.skipBanner(bytes)
      if (typeof step === 'string') {
        return step
      }
      const rest = bytes.subarray(step)
      this.chunks = [rest]
      this.size = rest.length
    }
    return null
  }

  /** Returns how many bytes are done with, or a problem. */
  private skipBanner(bytes: Buffer): number | string {
    const at = bytes.indexOf(STREAM_MAGIC)
    if (at >= 0 && at <= MOST_BANNER_BYTES) {
      this.hasBegun = true
      this.needed = HEADER_BYTES
      return at + STREAM_MAGIC.length
    }
    this.needed = bytes.length + 1
    return bytes.length > MOST_BANNER_BYTES + STREAM_MAGIC.length
      ? 'what answers there is not Deltascribe'
      : 0
  }

  private readMessage(bytes: Buffer): number | string {
    const [textBytes, partBytes] = [bytes.readUInt32BE(0), bytes.readUInt32BE(4)]
    const length = HEADER_BYTES + textBytes + partBytes
    if (length > MOST_MESSAGE_BYTES) {
      return `a message of ${length} bytes is too long`
    }
    if (bytes.length < length) {
      this.needed = length
      return 0
    }
    this.needed = HEADER_BYTES
    const message = unpackMessage(
      bytes.subarray(HEADER_BYTES, HEADER_BYTES + textBytes),
      bytes.subarray(HEADER_BYTES + textBytes, length),
      isTooDeep,
    )
    if (message === null) {
      return 'a message cannot be read'
    }
    this.onMessage(message.value)
    return length
  }
}
