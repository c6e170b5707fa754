import { rmSync } from 'node:fs'

const ATTEMPTS = 20
const PAUSE = 250 // ms

/** Removes a folder in which the app may still be writing: Node lists what is in it only once. */
export function removeFolder(folder: string): void {
  for (let attempt = 1; ; attempt += 1) {
    try {
      rmSync(folder, { recursive: true, force: true })
      return
    } catch (error) {
      if (attempt === ATTEMPTS) {
        throw error
      }
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE)
    }
  }
}
