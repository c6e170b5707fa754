import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatasetProblem } from '../../contract/dataset'
import { failWith } from '../../contract/errors'
import { HASH_LIST } from '../export/output'
import { PathError } from '../inside'
import { removeLeftBehind } from '../left-behind'
import { detectFormat } from '../formats/list'
import { openSource, orInvalid } from './import-project'
import type { ReadContext } from './item'
import { ImportProblem, Problems } from './problems'
import { readDataset } from './read'
import type { Watched } from './reading'
import { Scratch } from './item'
import { asSentence } from '../../messages/message'
import { sha256OfFile } from '../../process/sha256'

export interface CheckReport {
  source: string
  format: string
  /** Number of items that can be used. */
  pairCount: number
  regionCount: number
  captionCount: number
  problems: DatasetProblem[]
}

/** Target of a check. Nothing is written to it, only beside it: `removeLeftBehind` finds these files by it. */
export const CHECK_TARGET = join(tmpdir(), 'deltascribe-check')

interface Running extends Watched {
  /** Items so far. */
  progress?: (done: number) => void
  signal?: AbortSignal
}

/**
 * Checks that a data set is whole and consistent: reads every list, image and mask, and compares the hashes of our
 * own exports.
 * @param format null: the format is detected
 * @throws ContractError `invalid-input` if the folder cannot be read or no format fits, `cancelled`
 */
export async function checkDataset(
  path: string,
  format: string | null,
  imageFolder: string | null,
  { progress, signal, reading }: Running = {},
): Promise<CheckReport> {
  const problems = new Problems()
  const source = await openSource(path, imageFolder, reading)
  const known = format ?? (await orInvalid(detectFormat(source)))
  await removeLeftBehind(CHECK_TARGET)
  const scratch = new Scratch(tmpdir(), false)
  const counts = { pairCount: 0, regionCount: 0, captionCount: 0 }
  const context: ReadContext = { source, problems, scratch, isCheck: true }
  try {
    for await (const { regions, captions } of readDataset(known, context, () => stopIfCancelled(signal))) {
      counts.pairCount += 1
      counts.regionCount += regions.length
      counts.captionCount += captions.length
      progress?.(counts.pairCount)
    }
  } finally {
    await scratch.dispose()
  }
  if (counts.pairCount === 0 && problems.list.length === 0) {
    problems.error({ file: '.', line: null }, `Nothing here reads as ${known}.`)
  }
  await checkHashes(context, () => stopIfCancelled(signal))
  return { source: path, format: known, ...counts, problems: problems.list }
}

function stopIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) {
    throw failWith('cancelled', 'The check was cancelled.')
  }
}

/** Reports files that differ from the export. Other files may have been added. */
async function checkHashes({ source, problems }: ReadContext, stopIfStopped: () => void): Promise<void> {
  if (source.onlyFile !== null || !(await source.isThere(HASH_LIST))) {
    return
  }
  let line = 0
  for (const text of (await source.plainText(HASH_LIST)).split('\n')) {
    line += 1
    stopIfStopped()
    source.reading.goesOn()
    const match = /^([0-9a-f]{64}) {2}(.+)$/.exec(text)
    if (match === null) {
      if (text !== '') {
        problems.error({ file: HASH_LIST, line }, 'The line is no hash and name.')
      }
      continue
    }
    const [, hash, path] = match
    try {
      if ((await sha256OfFile(await source.resolve(path), () => source.reading.goesOn())) !== hash) {
        throw new ImportProblem('The file was changed since it was written.')
      }
    } catch (error) {
      const problem = error instanceof PathError ? new ImportProblem(asSentence(error.text)) : error
      problems.leaveOut(problem, { file: path, line: null }, null)
    }
  }
}
