import { mkdir, lstat, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ContractError } from '../../contract/errors'
import { PartialExport, StalePartialExport, partialFolder } from './partial-export'
import type { Choice } from './partial-export'
import { asWriteFailure, checkTarget, moveIntoPlace } from './target'
import { Journal } from './journal'
import { message, messageFields } from '../../messages/message'

/**
 * Runs `fill` with a partial export and moves its files into place when all is on the disk. Where it is stopped,
 * the pairs that are done are kept, and the same export continues from them.
 * @throws ContractError `cannot-write` where `out` is not empty, not absolute, in use, or the disk refuses
 */
export async function writePartialExport<T>(
  out: string,
  choice: Choice,
  fill: (partial: PartialExport) => Promise<T>,
): Promise<T> {
  await checkTarget(out)
  let partial: PartialExport | null = null
  try {
    await mkdir(dirname(out), { recursive: true })
    partial = await PartialExport.open(out, choice)
    const result = await fill(partial)
    partial.close()
    await moveIntoPlace(partial.files, out)
    await partial.remove()
    return result
  } catch (error) {
    const failure = await asWriteFailure(out, error)
    partial?.close()
    if (error instanceof StalePartialExport) {
      await partial?.remove()
      return writePartialExport(out, choice, fill)
    }
    if (partial === null || partial.pairCount === 0) {
      await partial?.remove()
      throw failure
    }
    throw withProgress(failure, partial.pairCount)
  }
}

function withProgress(error: unknown, pairCount: number): unknown {
  if (!(error instanceof ContractError)) {
    return error
  }
  const isCancelled = error.failure.code === 'cancelled'
  const text = message('joining.sentences', {
    first: isCancelled ? message('exports.stopped') : error.text,
    second: message('exports.kept', { count: pairCount }),
  })
  return new ContractError({ ...error.failure, ...messageFields(text) })
}

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
