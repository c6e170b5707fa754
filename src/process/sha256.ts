import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { z } from 'zod'

/** In hexadecimal, as all of this module. */
export const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/)

export function sha256Hex(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

/** Of a file of any size. @throws the system's error */
export async function sha256OfFile(path: string, onBytes: () => void = () => {}): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: 2 ** 20 })) {
    hash.update(chunk as Buffer)
    onBytes()
  }
  return hash.digest('hex')
}

/** The first characters of the digest of a text, for names of files, folders, queues and versions. */
export function shortDigest(text: string, characters: number): string {
  return sha256Hex(text).slice(0, characters)
}
