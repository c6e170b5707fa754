import { createClient } from '../../../contract/client'
import type { Input, Output } from '../../../contract/define'
import { failWith, toFailure } from '../../../contract/errors'
import type { ProcessHost } from '../../../process/process-host'
import { Silence } from '../../../process/silence'
import { datasetContract } from './contract'
import type { datasetCommands } from './contract'

type DatasetCommands = typeof datasetCommands
export type Work = Exclude<keyof DatasetCommands, 'stop'>

export interface Apart {
  host: ProcessHost
  progress: (done: number, total: number) => void
  signal: AbortSignal
  /** Time without a step; the environment's value, or 60 s, if absent. */
  stuckMilliseconds?: number | undefined
}

/** Heap that Node takes on a machine with much memory. */
const HEAP_MEGABYTES = 4096
/** Time for stopped work to end tidily: the caller is free within two seconds. */
const TIDY_MILLISECONDS = 700
const TURNS = 20
/** A thread that makes progress may wait for a slow disk. */
const SLOW_FACTOR = 10

/** A reading process was killed, or ended by itself. */
export class ReadingEnded extends Error {
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
export async function attempt<N extends Work>(
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

export const WORDS: Record<Work, string> = {
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
