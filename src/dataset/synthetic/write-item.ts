import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { messageOf } from '../../contract/errors'
import type { FromWorker, SetItem } from './layouts/layout'

/** Makes one item of a set and writes its files; what goes wrong is told in the answer. */
export function writeItem(folder: string, index: number, make: () => SetItem): FromWorker {
  try {
    const { files, record } = make()
    let bytes = 0
    for (const file of files) {
      writeFileSync(join(folder, file.path), file.bytes)
      bytes += file.bytes.length
    }
    return { kind: 'made', index, record: JSON.stringify(record), bytes }
  } catch (error) {
    return { kind: 'failed', index, message: messageOf(error) }
  }
}
