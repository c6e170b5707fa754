import { InvalidArgumentError, Option } from 'commander'
import type { Command } from 'commander'
import { failWith } from '../contract/errors'
import { providerNameSchema } from '../contract/proposal'
import type { ProviderName } from '../contract/proposal'
import { WORKER_TASKS, workerTaskSchema } from '../contract/workers'
import type { WorkerTask } from '../contract/workers'
import { z } from 'zod'
import { addBucketOptions } from './bucket-options'
import type { BucketOptions } from './bucket-options'
import { positiveInteger } from './output'

export interface WorkerCommandOptions extends BucketOptions {
  cache: number
  database?: string
  images?: string
  server?: string
  tokenFile?: string
  proposer?: string
  provider: ProviderName | 'auto'
  lanes?: number
  tasks?: WorkerTask[]
  exports?: string
  captions?: string
  captionModel?: string
  allowPublic?: boolean
  once?: boolean
  status?: boolean
  json?: boolean
}

/** What `worker --database` takes. */
export function addDatabaseOptions(command: Command): Command {
  return addBucketOptions(command)
    .option('--database <url>', 'take work from this project’s PostgreSQL database')
    .option(
      '--images <dir>',
      'with --database: the images on this machine, or s3://BUCKET/FOLDER; without it, where the asker has them',
    )
    .option('--server <url>', 'with --database: a team’s server that has the images')
    .option(
      '--token-file <file>',
      'with --server: what "workers token add" wrote; or the variable DELTASCRIBE_WORKER_TOKEN',
    )
    .option('--proposer <name>', 'with --database: take those of this proposer alone')
    .addOption(
      new Option('--provider <name>', 'with --database: where the model runs')
        .choices(['auto', ...providerNameSchema.options])
        .default('auto'),
    )
    .option('--lanes <n>', 'with --database: pairs at once, at most', positiveInteger)
    .option(
      '--tasks <kinds>',
      `with --database: kinds of work that it takes, of ${WORKER_TASKS.join(',')}; all without it`,
      tasksOf,
    )
    .option(
      '--exports <dir>',
      'with --database: take exports; those with a path are written below this folder',
    )
    .option('--captions <url>', 'with --database: take captions that this server is asked for, as in caption')
    .option('--caption-model <name>', 'with --captions: the model, as the server names it')
    .option('--allow-public', 'with --captions: send pictures there though it is on the public network')
    .option('--once', 'with --database: end when nothing is left')
    .option('--status', 'with --database: list workers, what waits, and pairs that were given up')
    .option('--json', 'with --status: print one JSON document')
}

function tasksOf(text: string): WorkerTask[] {
  const found = z.array(workerTaskSchema).min(1).safeParse(text.split(','))
  if (!found.success) {
    throw new InvalidArgumentError(`Name kinds of ${WORKER_TASKS.join(',')}, with commas between them.`)
  }
  return WORKER_TASKS.filter((task) => found.data.includes(task))
}

/** Kinds of work; exports and captions where they are set up. @throws ContractError `invalid-input` */
export function chosenTasks({ tasks, exports, captions }: WorkerCommandOptions): readonly WorkerTask[] {
  if (tasks?.includes('exports') === true && exports === undefined) {
    throw failWith('invalid-input', 'Exports need a folder: add --exports DIR.')
  }
  if (tasks?.includes('captions') === true && captions === undefined) {
    throw failWith('invalid-input', 'Captions need a server: add --captions URL --caption-model NAME.')
  }
  const lacking = new Set<WorkerTask>()
  if (exports === undefined) {
    lacking.add('exports')
  }
  if (captions === undefined) {
    lacking.add('captions')
  }
  return tasks ?? WORKER_TASKS.filter((task) => !lacking.has(task))
}

/** @throws ContractError `invalid-input` where an option needs the database */
export function requireDatabase(options: WorkerCommandOptions): void {
  const { images, server, tokenFile, proposer, lanes, tasks, exports, captions, once, status, provider } =
    options
  const isGiven = [images, server, tokenFile, proposer, lanes, tasks, exports, captions, once, status].some(
    (one) => one !== undefined,
  )
  if (isGiven || provider !== 'auto') {
    throw failWith('invalid-input', 'These options need the project’s database: add --database URL.')
  }
}
