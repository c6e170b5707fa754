import { join } from 'node:path'
import { Option } from 'commander'
import type { Command } from 'commander'
import { toFailure } from '../contract/errors'
import { captionLanguageSchema } from '../contract/project'
import type { CaptionLanguage } from '../contract/project'
import { providerNameSchema } from '../contract/proposal'
import type { ProposalSummary } from '../contract/proposal'
import { writeAtomically } from '../dataset/atomic'
import { EXIT_CODES, positiveInteger, remark, runCommand, print, printJson } from './output'
import { agreedMachine } from './at-machine'
import { addBucketOptions, imagePlaceOf } from './bucket-options'
import type { BucketOptions } from './bucket-options'
import { askWorkers, databaseOf } from './ask-workers'
import type { MachineOptions } from './at-machine'
import { chooseProposer } from './option-values'
import { showParts, showProgress } from './propose-progress'
import { clearOutFolder, makeOutFolder } from './propose-folder'
import { resultOf, writeMask } from './propose-results'
import { stoppable, withEngine } from './with-engine'
import type { EngineClient } from './with-engine'
import { englishOf } from '../messages/message'

interface ProposeOptions extends MachineOptions, BucketOptions {
  limit?: number
  proposer?: string
  captionLanguage?: CaptionLanguage
  provider: string
  out?: string
  json?: boolean
  database?: string
  workers?: boolean
}

/** `deltascribe propose DIR`: proposals for a folder, stored in its project and written out for scoring. */
export function addProposeCommand(program: Command): void {
  const command = program
    .command('propose')
    .description('Propose masks and captions for the pairs of a folder')
    .argument('<dir>', 'folder of image pairs, or s3://BUCKET/FOLDER')
    .option('--limit <n>', 'only the first N pairs', positiveInteger)
    .option('--proposer <name>', 'difference or a model; without it, the one in the settings')
    .addOption(
      new Option('--provider <name>', 'where the model runs')
        .choices(['auto', ...providerNameSchema.options])
        .default('auto'),
    )
    .addOption(
      new Option(
        '--caption-language <tag>',
        'of captions from measurements and names, in this project from now on',
      ).choices(captionLanguageSchema.options),
    )
    .option(
      '--out <folder>',
      'write masks/KEY.png (0 and 255, after frame) and captions.json there, in the place of those of an earlier run',
    )
    .option('--json', 'print one JSON document')
    .option('--at <host>', 'another machine makes the proposals: its name for ssh')
    .option('--at-command <words>', 'what starts Deltascribe there; "deltascribe worker" if absent')
    .option('--yes', 'agree that images and models are sent to that machine')
    .option('--database <url>', 'the work on DIR lies in this PostgreSQL database')
    .option(
      '--workers',
      'with --database: ask its workers for proposals of pairs that lack one, and do not wait',
    )
  addBucketOptions(command).action((dir: string, options: ProposeOptions) =>
    runCommand(async () => {
      const { folder, bucket } = await imagePlaceOf(dir, options)
      const database = databaseOf(folder, options)
      const machine = await agreedMachine(options)
      const work = (client: EngineClient): Promise<number> => {
        if (options.workers === true) {
          return askWorkers(client, folder, options)
        }
        client.on('queue.changed', ({ parts }) => showParts(parts))
        client.on('notice', (notice) => remark(englishOf(notice.message)))
        return stoppable((signal) => propose(client, folder, options, signal))
      }
      return withEngine(work, {
        access: 'edit',
        program: 'deltascribe propose',
        database,
        bucket,
        ...(machine && { machine }),
      })
    }),
  )
}

async function propose(
  client: EngineClient,
  dir: string,
  options: ProposeOptions,
  signal: AbortSignal,
): Promise<number> {
  const { out, captionLanguage } = options
  await client.call('project.open', { folder: dir, reading: null })
  // a folder may have a promoted model of its own
  const proposer = await chooseProposer(client, options.proposer)
  await makeOutFolder(out)
  const provider = await chooseProvider(client, options.provider)
  if (captionLanguage !== undefined) {
    await client.call('project.setCaptionLanguage', { captionLanguage })
  }
  const filter = { states: null, search: '', hasProblem: null }
  const { ids } = await client.call('pairs.find', { filter, order: 'key' })
  const chosen = ids.slice(0, options.limit)
  await clearOutFolder(out)
  const results = new Map<string, ReturnType<typeof resultOf>>()
  const failures: { key: string; message: string }[] = []
  const startedAt = Date.now()
  for (const [index, pairId] of chosen.entries()) {
    if (signal.aborted) {
      break
    }
    const [row] = await client.call('pairs.rows', { ids: [pairId] })
    try {
      const { id } = await make(client, { pairId, proposer: options.proposer ?? null }, signal)
      const proposal = await client.call('proposals.get', { proposalId: id })
      if (out !== undefined) {
        await writeMask(out, row.key, proposal, (await client.call('pairs.rows', { ids: [pairId] }))[0])
      }
      results.set(row.key, resultOf(proposal))
    } catch (error) {
      if (signal.aborted) {
        break
      }
      if (toFailure(error).code === 'unreachable') {
        remark(toFailure(error).message)
        break
      }
      failures.push({ key: row.key, message: toFailure(error).message })
      remark(`${row.key}: ${toFailure(error).message}`)
    }
    showProgress(index + 1, chosen.length, startedAt)
  }
  const proposals = Object.fromEntries(results)
  if (out !== undefined) {
    await writeAtomically(join(out, 'captions.json'), `${JSON.stringify(proposals, null, 1)}\n`)
  }
  const seconds = (Date.now() - startedAt) / 1000
  printReport({ proposer, provider, seconds, proposals, failures }, options)
  const open = chosen.length - results.size - failures.length
  if (open > 0) {
    remark(`Stopped; ${open} pairs were not proposed for.`)
    return signal.aborted ? EXIT_CODES.stopped : EXIT_CODES.failed
  }
  return failures.length === 0 ? EXIT_CODES.fine : EXIT_CODES.failed
}

/**
 * Once stopped, the request ends with its project, and the pair stays as it was.
 * @throws ContractError; the reason of `signal`
 */
async function make(
  client: EngineClient,
  wanted: { pairId: number; proposer: string | null },
  signal: AbortSignal,
): Promise<ProposalSummary> {
  signal.throwIfAborted()
  const close = (): void => void client.call('project.close', {})
  signal.addEventListener('abort', close)
  try {
    return await client.call('proposals.make', wanted)
  } finally {
    signal.removeEventListener('abort', close)
  }
}

interface ProposeReport {
  proposer: string
  /** Chosen at the start: a proposal names the one that made it. */
  provider: string
  seconds: number
  proposals: Record<string, { provider: string }>
  failures: unknown[]
}

function printReport(report: ProposeReport, { at, json }: ProposeOptions): void {
  if (json === true) {
    printJson({ ...report, ...(at === undefined ? {} : { at }) })
    return
  }
  const { proposer, seconds, proposals, failures } = report
  const count = Object.keys(proposals).length
  const provider = [...new Set(Object.values(proposals).map((made) => made.provider))].join(' and ')
  const on = provider === '' ? report.provider : provider
  const where = at === undefined ? on : `${on} at ${at}`
  print(`${count} proposals by ${proposer} on ${where} in ${seconds.toFixed(1)} s, ${failures.length} failed`)
}

async function chooseProvider(client: EngineClient, requested: string): Promise<string> {
  const status = await client.call('providers.use', {
    wanted: requested === 'auto' ? 'auto' : providerNameSchema.parse(requested),
  })
  if (status.notice !== null) {
    remark(status.notice)
  }
  return status.inUse ?? 'cpu'
}
