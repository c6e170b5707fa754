import type { Command } from 'commander'
import { parseAddress } from '../connector/address'
import { connectorSettingsSchema, DEFAULT_CONNECTOR_SETTINGS } from '../contract/connector'
import type { CaptionReport, ConnectorSettings } from '../contract/connector'
import { failWith } from '../contract/errors'
import { UserFiles, userFolder } from '../engine/user-folder'
import type { WorkerCaptions } from '../engine/workers/caption-jobs'
import { databaseOf } from './ask-workers'
import { imagePlaceOf } from './bucket-options'
import { originOf, readNamedFile } from './option-values'
import { EXIT_CODES, positiveInteger, remark, runCommand, print, printJson } from './output'
import { failureOf, runJob, withEngine } from './with-engine'
import type { EngineClient } from './with-engine'
import { englishOf } from '../messages/message'
import { spellingOf } from '../messages/spelling'

const { counted } = spellingOf('en')

interface CaptionOptions {
  endpoint?: string
  pack?: string
  model?: string
  limit?: number
  timeLimit?: number
  side?: number
  instruction?: string
  allowPublic?: boolean
  database?: string
  workers?: boolean
  json?: boolean
}

const KEY_VARIABLE = 'DELTASCRIBE_CAPTION_KEY'

/** `deltascribe caption DIR --endpoint URL --model M`: captions by a model, added to the open pairs of a folder. */
export function addCaptionCommand(program: Command): void {
  program
    .command('caption')
    .description('Ask an OpenAI-compatible server or a model pack for captions of the open pairs of a folder')
    .argument('<dir>', 'folder of image pairs, or s3://BUCKET/FOLDER, whose server the environment names')
    .option('--endpoint <url>', 'as in http://127.0.0.1:8080/v1; without it, the one in the settings')
    .option('--pack <id>', 'a model pack of this machine instead of a server; "models list" names them')
    .option('--model <name>', 'as the server names it; without it, the one in the settings')
    .option('--limit <n>', 'only the first N open pairs', positiveInteger)
    .option('--time-limit <seconds>', 'for one answer', positiveInteger)
    .option('--side <pixels>', 'long side of the pictures that are sent', positiveInteger)
    .option('--instruction <file>', 'a text file instead of the default; {entities} stands for the regions')
    .option('--allow-public', 'send the pictures there though --endpoint is on the public network')
    .option('--database <url>', 'the work on DIR lies in this PostgreSQL database')
    .option('--workers', 'with --database: its workers ask the server; this command does not wait')
    .option('--json', 'print one JSON document')
    .addHelpText('after', `\nAn API key is taken from the environment variable ${KEY_VARIABLE}.`)
    .action((dir: string, options: CaptionOptions) =>
      runCommand(async () => {
        const connector = {
          settings: await settingsOf(options),
          key: process.env[KEY_VARIABLE] ?? null,
          isNamed: options.endpoint !== undefined,
        }
        // --endpoint is that of captions
        const { folder, bucket } = await imagePlaceOf(dir, {})
        const database = databaseOf(folder, { database: options.database, workers: options.workers })
        const work = options.workers === true ? askWorkers : caption
        return withEngine((client) => work(client, folder, options), {
          connector,
          database,
          bucket,
          access: 'edit',
          program: 'deltascribe caption',
        })
      }),
    )
}

/** @throws ContractError `invalid-input` */
async function settingsOf(options: CaptionOptions): Promise<ConnectorSettings> {
  const { endpoint, pack, model, timeLimit, side, instruction, allowPublic } = options
  if (endpoint !== undefined && pack !== undefined) {
    throw failWith('invalid-input', 'Name a server or a model pack, not both.')
  }
  // a page may have set what the settings name
  if (endpoint === undefined && allowPublic === true) {
    throw failWith('invalid-input', 'Name the server that the pictures may go to: add --endpoint.')
  }
  const stored = new UserFiles(userFolder()).getSettings().connector
  if (endpoint === undefined && pack === undefined && !stored.isOn) {
    throw failWith(
      'invalid-input',
      'Name a server with --endpoint or a model with --pack, or turn the caption connector on in Settings.',
    )
  }
  const named = endpoint === undefined ? { pack } : { address: endpoint }
  const isNamed = endpoint !== undefined || pack !== undefined
  const base = isNamed ? { ...DEFAULT_CONNECTOR_SETTINGS, ...named } : stored
  const parsed = connectorSettingsSchema.safeParse({
    ...base,
    isOn: true,
    model: model ?? base.model,
    seconds: timeLimit ?? stored.seconds,
    side: side ?? stored.side,
    instruction: instruction === undefined ? stored.instruction : await readNamedFile(instruction),
    agreedTo: allowPublic === true ? originOf(base.address) : base.agreedTo,
  })
  if (!parsed.success) {
    const [{ path, message }] = parsed.error.issues
    throw failWith('invalid-input', `${path.join('.')}: ${message}.`)
  }
  originOf(parsed.data.address)
  return parsed.data
}

async function caption(client: EngineClient, dir: string, options: CaptionOptions): Promise<number> {
  await client.call('project.open', { folder: dir, reading: null })
  const pairIds = options.limit === undefined ? null : await openPairs(client, options.limit)
  const job = await runJob(client, () => client.call('connector.captionPairs', { pairIds }))
  if (job.captionReport === null) {
    if (job.state === 'cancelled') {
      remark(job.failure?.message ?? 'Cancelled.')
      return EXIT_CODES.stopped
    }
    throw failureOf(job)
  }
  printReport(job.captionReport, options.json === true)
  const { failed, stopped } = job.captionReport
  return failed.length === 0 && stopped === null ? EXIT_CODES.fine : EXIT_CODES.failed
}

/** Has workers caption the pairs, and does not wait for them. */
async function askWorkers(client: EngineClient, dir: string, options: CaptionOptions): Promise<number> {
  await client.call('project.open', { folder: dir, reading: null })
  const pairIds = options.limit === undefined ? null : await openPairs(client, options.limit)
  const asked = await client.call('workers.askCaptions', { pairIds })
  if (options.json === true) {
    printJson(asked)
    return EXIT_CODES.fine
  }
  print(`${asked.added} captions were asked for by ${asked.title}`)
  if (asked.unproposed > 0) {
    remark(`${asked.unproposed} pairs have no proposal yet: propose --workers first.`)
  }
  return EXIT_CODES.fine
}

/**
 * What a worker has for captions: a server by its options, and the key of its environment. Null where it names none.
 * @throws ContractError `invalid-input`
 */
export async function workerCaptions({
  captions: endpoint,
  captionModel: model,
  allowPublic = false,
}: {
  captions?: string
  captionModel?: string
  allowPublic?: boolean
}): Promise<WorkerCaptions | null> {
  const key = process.env[KEY_VARIABLE] ?? null
  // processes that decode images have no use for it
  Reflect.deleteProperty(process.env, KEY_VARIABLE)
  if (endpoint === undefined) {
    return null
  }
  if (model === undefined) {
    throw failWith('invalid-input', 'Name the model of the server: add --caption-model NAME.')
  }
  const settings = await settingsOf({ endpoint, model, allowPublic })
  return { settings: { ...settings, address: parseAddress(settings.address).address }, key }
}

async function openPairs(client: EngineClient, limit: number): Promise<number[]> {
  const filter = { states: ['unreviewed' as const, 'flagged' as const], search: '', hasProblem: false }
  const { ids } = await client.call('pairs.find', { filter, order: 'key' })
  return ids.slice(0, limit)
}

function printReport(report: CaptionReport, isJson: boolean): void {
  const { added, noChange, leftOut, failed, stopped } = report
  failed.forEach(({ key, message }) => remark(`${key}: ${englishOf(message)}`))
  if (stopped !== null) {
    remark(`deltascribe: ${englishOf(stopped)}`)
  }
  if (isJson) {
    printJson(report)
    return
  }
  added.forEach(({ key, text }) => print(`${key}\t${text}`))
  remark(
    [
      `${counted(added.length, { one: 'caption', other: 'captions' })} added`,
      ` (${counted(noChange, { one: 'says', other: 'say' })} that nothing changed)`,
      `, ${counted(leftOut, { one: 'pair', other: 'pairs' })} left out, ${failed.length} failed`,
    ].join(''),
  )
}
