import type { ImportOptions, ImportReport } from '../../../contract/dataset'
import type { Input, Output } from '../../../contract/define'
import { failWith } from '../../../contract/errors'
import { removeLeftBehind } from '../../left-behind'
import { CHECK_TARGET } from '../check'
import type { CheckReport } from '../check'
import type { ConvertOptions, ConvertReport } from '../convert'
import type { PredictionReading } from '../predictions/matching'
import type { ReadOptions } from '../predictions/read-predictions'
import { attempt, ReadingEnded, WORDS } from './attempt'
import type { Apart, Work } from './attempt'
import type { datasetCommands } from './contract'

type DatasetCommands = typeof datasetCommands
type Options<N extends Work> = Input<DatasetCommands, N>['options']

/** Each costs the time without a step, and all that was read before it. */
const MOST_GIVEN_UP = 3

/** As `importDataset`, in a process that can be killed. @throws also `unavailable` where reading comes to no end */
export function importApart(options: ImportOptions, apart: Apart): Promise<ImportReport> {
  return inTurn('import', options, apart, options.into)
}

/** As `checkDataset`, in a process that can be killed. @throws also `unavailable` where reading comes to no end */
export function checkApart(options: Options<'check'>, apart: Apart): Promise<CheckReport> {
  return inTurn('check', options, apart, CHECK_TARGET)
}

/** As `convertDataset`, in a process that can be killed. @throws also `unavailable` where reading comes to no end */
export function convertApart(options: ConvertOptions, apart: Apart): Promise<ConvertReport> {
  return inTurn('convert', options, apart, options.out)
}

/**
 * As `readPredictions`, in a process that can be killed. `staged` lies in a folder of the caller.
 * @throws also `unavailable` where reading comes to no end
 */
export function readPredictionsApart(options: ReadOptions, apart: Apart): Promise<PredictionReading> {
  return inTurn('predictions', options, apart, options.staged)
}

/** A file or an item that reading comes to no end in is left out, and all begins anew without it. */
async function inTurn<N extends Work>(
  command: N,
  options: Options<N>,
  apart: Apart,
  target: string,
): Promise<Output<DatasetCommands, N>> {
  const givenUp = new Map<string, string>()
  for (;;) {
    const input = { options, running: { givenUp } } as Input<DatasetCommands, N>
    try {
      return await attempt(command, input, apart)
    } catch (error) {
      if (!(error instanceof ReadingEnded)) {
        throw error
      }
      const { path, message } = error
      if (path === null || givenUp.has(path) || givenUp.size === MOST_GIVEN_UP) {
        throw failWith('unavailable', stoppedAt(command, path, message))
      }
      givenUp.set(path, `${path} is left out: ${message}.`)
    } finally {
      // what a killed process could not take away
      await removeLeftBehind(target)
    }
  }
}

function stoppedAt(command: Work, path: string | null, reason: string): string {
  const where = path === null ? '' : ` at ${path}`
  const rest = command === 'import' || command === 'predictions' ? ' Nothing was written.' : ''
  return `The ${WORDS[command]} was stopped${where}: ${reason}.${rest}`
}
