import { dirname, join } from 'node:path'
import { GrowingFile } from '../files'
import type { OutputFolder } from './output'

/** Writes a file that may be longer than a text or a buffer can be. */
export async function writePieces(
  output: OutputFolder,
  path: string,
  pieces: AsyncIterable<Uint8Array | string>,
): Promise<void> {
  await output.makeFolder(dirname(path))
  const { sha256, bytes } = await GrowingFile.write(join(output.root, path), async (file) => {
    for await (const piece of pieces) {
      await file.add(typeof piece === 'string' ? Buffer.from(piece) : piece)
    }
  })
  output.record({ path, sha256, bytes, stays: true, isWritten: true })
}
