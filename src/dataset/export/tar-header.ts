/** Of a header, and of what a file is filled up to. */
export const blockBytes = 512

/**
 * Header of a file in a tar archive: no date or owner, so that equal files have equal archives.
 * Source: POSIX.1-1988, ustar.
 * @param name ASCII, at most 100 characters
 * @param bytes below 8 GiB
 */
export function tarHeader(name: string, bytes: number): Buffer {
  const header = Buffer.alloc(blockBytes)
  const number = (value: number, at: number, digits: number): void => {
    header.write(value.toString(8).padStart(digits, '0'), at, 'latin1')
  }
  header.write(name, 0, 100, 'latin1')
  number(0o644, 100, 7) // mode
  number(0, 108, 7) // user
  number(0, 116, 7) // group
  number(bytes, 124, 11)
  number(0, 136, 11) // date
  header.write('        0', 148, 'latin1') // its sum is made with blanks; a plain file
  header.write('ustar\u000000', 257, 'latin1')
  number(0, 329, 7) // device, major
  number(0, 337, 7) // minor
  number(
    header.reduce((sum, byte) => sum + byte, 0),
    148,
    6,
  )
  header[154] = 0
  return header
}

/** What fills a file up to whole blocks. */
export function tarFilling(bytes: number): Buffer {
  return Buffer.alloc((blockBytes - (bytes % blockBytes)) % blockBytes)
}

/** The end of an archive. */
export const tarEnd = Buffer.alloc(2 * blockBytes)
