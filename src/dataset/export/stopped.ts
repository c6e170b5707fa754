import { lstat, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { partialFolder } from './partial-export'
import { Journal } from './journal'

/** How many pairs a stopped export to `out` has done; null where there is none, or it is running. */
export async function stoppedExport(out: string): Promise<{ pairCount: number } | null> {
  const file = join(partialFolder(out), 'journal.db')
  if ((await lstat(file).catch(() => null)) === null) {
    return null
  }
  try {
    const journal = new Journal(file)
    const pairCount = journal.pairs().size
    journal.close()
    return pairCount === 0 ? null : { pairCount }
  } catch {
    return null
  }
}

/** Takes away what a stopped export to `out` has done. @throws ContractError `cannot-write` where it is running */
export async function discardStopped(out: string): Promise<void> {
  if ((await stoppedExport(out)) !== null) {
    await rm(partialFolder(out), { recursive: true, force: true })
  }
}
