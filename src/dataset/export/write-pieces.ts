import { dirname, join } from 'node:path'
import { GrowingFile } from '../files'
import type { OutputFolder } from './output'

/** Writes a file that may be longer than a text or a buffer can be. */
export async function writePieces(
  output: OutputFolder,
  path: string,
  pieces: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>,
): Promise<void> {
  await output.makeFolder(dirname(path))
  const { sha256, bytes } = await GrowingFile.write(join(output.root, path), async (file) => {
    for await (const piece of pieces) {
      await file.add(typeof piece === 'string' ? Buffer.from(piece) : piece)
    }
  })
  output.record({ path, sha256, bytes, stays: true, isWritten: true })
}

/** A JSON array with one entry a line, so that the files can be compared by eye. Entries are made one at a time. */
export async function writeJsonList(
  output: OutputFolder,
  path: string,
  entries: Iterable<object>,
): Promise<void> {
  await writePieces(output, path, listPieces(entries))
}

function* listPieces(entries: Iterable<object>): Generator<string> {
  let isEmpty = true
  for (const entry of entries) {
    yield `${isEmpty ? '[' : ','}\n${JSON.stringify(entry)}`
    isEmpty = false
  }
  yield isEmpty ? '[]\n' : '\n]\n'
}

/** JSON lines. Rows are made one at a time. */
export async function writeJsonLines(
  output: OutputFolder,
  path: string,
  rows: Iterable<object>,
): Promise<void> {
  await writePieces(
    output,
    path,
    mapped(rows, (row) => `${JSON.stringify(row)}\n`),
  )
}

/** The entries of a list or an object inside of a larger text, one a line. */
export function* commaLines(entries: Iterable<string>): Generator<string> {
  let between = ''
  for (const entry of entries) {
    yield between + entry
    between = ',\n'
  }
}

/** As `map` of an array, one at a time. */
export function* mapped<T, U>(items: Iterable<T>, valueOf: (item: T) => U): Generator<U> {
  for (const item of items) {
    yield valueOf(item)
  }
}
