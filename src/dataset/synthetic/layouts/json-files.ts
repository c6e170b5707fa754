import { closeSync, openSync, writeSync } from 'node:fs'
import type { SetIndex } from './layout'

/** One JSON text a line. */
export function openLines(path: string): SetIndex {
  const file = openText(path)
  return { add: (record) => file.write(`${record}\n`), finish: () => {}, close: () => file.close() }
}

export interface TextFile {
  write(text: string): void
  /** May be called again. */
  close(): void
}

/** A new text file that is written piece by piece. */
export function openText(path: string): TextFile {
  let descriptor: number | null = openSync(path, 'wx')
  return {
    write(text) {
      if (descriptor === null) {
        throw new Error(`${path} is closed.`)
      }
      const bytes = Buffer.from(text)
      // A nearly full disk may take a part and fail on the next call only.
      for (let at = 0; at < bytes.length;) {
        at += writeSync(descriptor, bytes, at)
      }
    },
    close() {
      if (descriptor !== null) {
        closeSync(descriptor)
      }
      descriptor = null
    },
  }
}

/** A JSON object or array that is written entry by entry and never held whole. */
export interface JsonList {
  add(entry: string): void
  finish(): void
  close(): void
}

export function openJson(path: string, opening: string, closing: string): JsonList {
  const file = openText(path)
  let separator = '\n'
  file.write(opening)
  return {
    add(entry) {
      file.write(separator + entry)
      separator = ',\n'
    },
    finish() {
      file.write(`\n${closing}\n`)
    },
    close: () => file.close(),
  }
}
