import { rmSync } from 'node:fs'

const attempts = 20
const pause = 250 // ms

/** Removes a folder in which the app may still be writing: Node lists what is in it only once. */
export function removeFolder(folder: string): void {
  for (let attempt = 1; ; attempt += 1) {
    try {
      rmSync(folder, { recursive: true, force: true })
      return
    } catch (error) {
      if (attempt === attempts) {
        throw error
      }
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause)
    }
  }
}
