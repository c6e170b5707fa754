import type { ImportOptions, ImportReport } from '../../../contract/dataset'
import type { Input, Output } from '../../../contract/define'
import { failWith, toFailure } from '../../../contract/errors'
import { removeLeftBehind } from '../../left-behind'
import { CHECK_TARGET } from '../check'
import type { CheckReport } from '../check'
import type { ConvertOptions, ConvertReport } from '../convert'
import type { PredictionReading } from '../predictions/matching'
import type { ReadOptions } from '../predictions/read-predictions'
import type { datasetCommands } from './contract'
import { createClient } from '../../../contract/client'
import type { ProcessHost } from '../../../process/process-host'
import { Silence } from '../../../process/silence'
import { datasetContract } from './contract'

type DatasetCommands = typeof datasetCommands
type Work = Exclude<keyof DatasetCommands, 'stop'>
type Options<N extends Work> = Input<DatasetCommands, N>['options']

export interface Apart {
  host: ProcessHost
  progress: (done: number, total: number) => void
  signal: AbortSignal
  /** Time without a step; the environment's value, or 60 s, if absent. */
  stuckMilliseconds?: number | undefined
}

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

/** Heap that Node takes on a machine with much memory. */
const HEAP_MEGABYTES = 4096
/** Time for stopped work to end tidily: the caller is free within two seconds. */
const TIDY_MILLISECONDS = 700
const TURNS = 20
/** A thread that makes progress may wait for a slow disk. */
const SLOW_FACTOR = 10

/** A reading process was killed, or ended by itself. */
class ReadingEnded extends Error {
  override name = 'ReadingEnded'
  /** The file that it was reading, if known. */
  readonly path: string | null

  constructor(path: string | null, message: string) {
    super(message)
    this.path = path
  }
}

/**
 * Does one piece of work in a process of its own, which has ended when this returns.
 * @throws ContractError of the work, and `cancelled`; ReadingEnded
 */
// oxlint-disable-next-line max-lines-per-function -- one process, and all that can end it
async function attempt<N extends Work>(
  command: N,
  input: Input<DatasetCommands, N>,
  { host, progress, signal, stuckMilliseconds = stuckLimit() }: Apart,
): Promise<Output<DatasetCommands, N>> {
  const hosted = await host.start('dataset', { heapMegabytes: HEAP_MEGABYTES })
  const exited = new Promise<void>((resolve) => hosted.onExit(() => resolve()))
  const client = createClient(datasetContract)
  let path: string | null = null
  let stuckReason: string | null = null
  const giveUp = (milliseconds: number): void => {
    stuckReason = `nothing came of it for ${Math.max(1, Math.round(milliseconds / 1000))} s`
    hosted.kill()
  }
  const watch = (milliseconds: number, onTurn = (): void => {}): Silence =>
    new Silence({
      milliseconds: milliseconds / TURNS,
      turns: TURNS,
      onTurn,
      onSilent: () => giveUp(milliseconds),
    })
  let hasBegun = false
  const blocked = watch(stuckMilliseconds, () => {
    if (!hasBegun) {
      blocked.heard()
    }
  })
  const idle = watch(SLOW_FACTOR * stuckMilliseconds)
  const step = (): void => {
    blocked.heard()
    idle.heard()
  }
  client.on('reading', (now) => {
    path = now.path
    step()
  })
  client.on('progress', ({ done, total }) => {
    progress(done, total)
    step()
  })
  client.on('alive', () => {
    hasBegun = true
    blocked.heard()
    if (path === null) {
      idle.heard()
    }
  })
  client.connect(hosted.port)
  let killer: NodeJS.Timeout | undefined
  const stop = (): void => {
    client.call('stop', {}).catch(() => null)
    killer = setTimeout(() => hosted.kill(), TIDY_MILLISECONDS)
  }
  signal.addEventListener('abort', stop)
  if (signal.aborted) {
    stop()
  }
  try {
    return await client.call(command, input)
  } catch (error) {
    if (toFailure(error).code !== 'disconnected') {
      throw error
    }
    if (signal.aborted) {
      throw failWith('cancelled', `The ${WORDS[command]} was cancelled.`)
    }
    throw new ReadingEnded(path, stuckReason ?? 'the process that reads it ended, perhaps for lack of memory')
  } finally {
    signal.removeEventListener('abort', stop)
    clearTimeout(killer)
    blocked.end()
    idle.end()
    hosted.kill()
    await exited
  }
}

const WORDS: Record<Work, string> = {
  import: 'import',
  check: 'check',
  convert: 'conversion',
  predictions: 'import',
}

const DEFAULT_SECONDS = 60

function stuckLimit(): number {
  const seconds = Number(process.env['DELTASCRIBE_READ_SECONDS'])
  return 1000 * (seconds > 0 ? seconds : DEFAULT_SECONDS)
}
