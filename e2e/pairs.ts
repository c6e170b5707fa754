import { cpSync, existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../build/build'
import { makePairFolder } from '../src/images/testing'
import { removeFolder } from './remove-folder'

/** Where optional evaluation data lies, if it is there. */
const dataFolder = process.env['DELTASCRIBE_DATA'] ?? join(root, '..', 'shared', 'data')

export type PairSource = 'made' | 'real'

/** Null where this machine has them, else the reason. */
export function whyAbsent(source: PairSource): string | null {
  const folder = join(dataFolder, 'surveillance')
  return source === 'made' || existsSync(folder) ? null : `${folder} is not there: real pairs are not shipped`
}

/**
 * A few pairs in a folder of their own, which `remove` takes away.
 * @param count of made ones
 */
export async function pairFolder(source: PairSource, count = 4): Promise<{ folder: string; remove(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'deltascribe-pairs-'))
  if (source === 'made') {
    await makePairFolder(folder, { count, width: 320, height: 240, layout: 'before-after' })
  } else {
    const from = join(dataFolder, 'surveillance')
    for (const name of readdirSync(from).filter((file) => file.startsWith('HallAndMonitor_0000'))) {
      cpSync(join(from, name), join(folder, name))
    }
  }
  return { folder, remove: () => removeFolder(folder) }
}
