declare module 'tar-stream/headers.js' {
  /** Null for a block of zeros. @throws Error where it is no header */
  export function decode(
    block: Uint8Array,
    encoding: string,
    allowsUnknownFormat: boolean,
  ): { size: number; type: string | null } | null
}
