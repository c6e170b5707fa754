declare module 'indefinite' {
  /** The phrase with 'a' or 'an' before it, or that article alone. */
  export default function indefinite(phrase: string, options?: { articleOnly?: boolean }): string
}

declare module 'snowball-stemmers' {
  /** Porter2 for `english`. */
  export function newStemmer(language: 'english'): { stem(word: string): string }
}

declare module 'tar-stream/headers.js' {
  /** Null for a block of zeros. @throws Error where it is no header */
  export function decode(
    block: Uint8Array,
    encoding: string,
    allowsUnknownFormat: boolean,
  ): { size: number; type: string | null } | null
}

/** Emscripten's builds of CharLS and OpenJPEG. */
declare module '@cornerstonejs/codec-charls/decode' {
  export interface FrameInfo {
    width: number
    height: number
    bitsPerSample: number
    componentCount: number
  }

  export interface FrameDecoder {
    /** The decoder's memory for the coded frame. */
    getEncodedBuffer(length: number): Uint8Array
    getDecodedBuffer(): Uint8Array
    decode(): void
    getFrameInfo(): FrameInfo
    /** CharLS alone: 0 for all samples of a colour beside each other. */
    getInterleaveMode?(): number
    delete(): void
  }

  /** Emscripten's options. */
  export interface Quiet {
    print: () => void
    printErr: () => void
  }

  export default function charls(options: Quiet): Promise<{ JpegLSDecoder: new () => FrameDecoder }>
}

declare module '@cornerstonejs/codec-openjpeg/decode' {
  import type { FrameDecoder, Quiet } from '@cornerstonejs/codec-charls/decode'

  export default function openJpeg(options: Quiet): Promise<{ J2KDecoder: new () => FrameDecoder }>
}

declare module '@cornerstonejs/codec-openjpeg' {
  import type { FrameInfo } from '@cornerstonejs/codec-charls/decode'

  interface FrameEncoder {
    getDecodedBuffer(info: FrameInfo & { isSigned: boolean }): Uint8Array
    getEncodedBuffer(): Uint8Array
    setDecompositions(count: number): void
    setQuality(isLossless: boolean, ratio: number): void
    encode(): void
  }

  export default function openJpeg(): Promise<{ J2KEncoder: new () => FrameEncoder }>
}

declare module '@cornerstonejs/codec-charls' {
  import type { FrameInfo } from '@cornerstonejs/codec-charls/decode'

  interface FrameEncoder {
    getDecodedBuffer(info: FrameInfo): Uint8Array
    getEncodedBuffer(): Uint8Array
    setNearLossless(most: number): void
    setInterleaveMode(mode: number): void
    encode(): void
  }

  export default function charls(): Promise<{ JpegLSEncoder: new () => FrameEncoder }>
}

/** An S3 server for tests: a Koa application. */
declare module 's3rver' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export default class S3rver {
    constructor(options: {
      directory: string
      silent: boolean
      resetOnClose: boolean
      configureBuckets: readonly { name: string; configs: readonly string[] }[]
    })
    configureBuckets(): Promise<unknown>
    callback(): (request: IncomingMessage, response: ServerResponse) => void
  }
}
