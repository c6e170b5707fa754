import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'

/** SHA-256 in hexadecimal, of a file of any size. */
export async function hashOfFile(path: string, onBytes: () => void = () => {}): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: 2 ** 20 })) {
    hash.update(chunk as Buffer)
    onBytes()
  }
  return hash.digest('hex')
}

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
