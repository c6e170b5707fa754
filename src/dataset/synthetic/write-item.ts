import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { messageOf } from '../../contract/errors'
import type { FromWorker, SetItem } from './layouts/layout'

/** Makes one item of a set and writes its files; what goes wrong is told in the answer, and `notes` go with it. */
export function writeItem<Notes extends object>(
  folder: string,
  index: number,
  make: () => readonly [item: SetItem, notes: Notes],
): (Extract<FromWorker, { kind: 'made' }> & Notes) | Extract<FromWorker, { kind: 'failed' }> {
  try {
    const [{ files, record }, notes] = make()
    let bytes = 0
    for (const file of files) {
      writeFileSync(join(folder, file.path), file.bytes)
      bytes += file.bytes.length
    }
    return { kind: 'made', index, record: JSON.stringify(record), bytes, ...notes }
  } catch (error) {
    return { kind: 'failed', index, message: messageOf(error) }
  }
}
