import type { Command } from 'commander'
import { failWith } from '../contract/errors'
import type { ModelPack } from '../contract/model-pack'
import type { Job } from '../contract/work'
import { appPaths } from '../engine/app-paths'
import { userFolder } from '../engine/user-folder'
import { exportCcrc } from '../inference/ccrc/export'
import { findPackage, packageFolders } from '../packages/list-packages'
import { PackageError } from '../packages/package-error'
import { exitCodes, remark, runCommand, say, sayJson } from './output'
import { withEngine } from './with-engine'
import type { EngineClient } from './with-engine'

/** `deltascribe models`: model packs that are fetched when they are asked for. */
export function addModelsCommand(program: Command): void {
  const models = program.command('models').description('Model packs: list, add, verify, remove')
  models
    .command('list')
    .description('What there is, and what is installed')
    .option('--json', 'print one JSON document')
    .action((options: { json?: boolean }) => run((client) => list(client, options)))
  models
    .command('add')
    .description('Fetch a model pack, or go on with an interrupted download')
    .argument('<id>', 'which pack, for example sam2-tiny')
    .option('--file <archive>', 'take the archive from this .tgz file and fetch nothing')
    .action((id: string, options: { file?: string }) => run((client) => add(client, id, options)))
  models
    .command('verify')
    .description('Check the files of an installed pack')
    .argument('<id>', 'which pack')
    .action((id: string) => run((client) => verify(client, id)))
  models
    .command('remove')
    .description('Delete a pack, or what is left of an interrupted download')
    .argument('<id>', 'which pack')
    .action((id: string) => run((client) => remove(client, id)))
  models
    .command('export')
    .description('Write a model that proposes as plain .onnx files, with a page on their inputs and outputs')
    .argument('<id>', 'its name, for example ccrc-base')
    .requiredOption('--out <folder>', 'where the files go')
    .action((id: string, options: { out: string }) => runCommand(() => exportModel(id, options.out)))
}

async function exportModel(id: string, out: string): Promise<number> {
  try {
    const { folder } = await findPackage(packageFolders(appPaths().models, userFolder()), id)
    const files = await exportCcrc(folder, out)
    say(`${files.join(', ')} are in ${out}.`)
    return exitCodes.fine
  } catch (error) {
    if (error instanceof PackageError) throw failWith('invalid-input', error.message)
    throw error
  }
}

function run(work: (client: EngineClient) => Promise<number>): Promise<void> {
  return runCommand(() => withEngine(work))
}

async function list(client: EngineClient, { json }: { json?: boolean }): Promise<number> {
  const models = await client.call('packs.list', {})
  if (json === true) {
    sayJson(models)
  } else {
    models.forEach((pack) => say(describe(pack)))
  }
  return exitCodes.fine
}

function describe(pack: ModelPack): string {
  const { id, title, licence, source, downloadBytes, diskBytes, isInstalled, partialBytes, folder } = pack
  const partial = partialBytes > 0 ? `, ${megabytes(partialBytes)} of it are there` : ''
  const state = isInstalled
    ? `installed in ${folder}`
    : `not installed; download ${megabytes(downloadBytes)}${partial}`
  return `${id}: ${title}, ${megabytes(diskBytes)} on the disk, licence ${licence}\n  from ${source}\n  ${state}`
}

async function add(client: EngineClient, id: string, { file }: { file?: string }): Promise<number> {
  const pack = (await client.call('packs.list', {})).find((known) => known.id === id)
  if (pack !== undefined) {
    const size = file === undefined ? `download ${megabytes(pack.downloadBytes)}, ` : ''
    remark(`${pack.title}: ${size}licence ${pack.licence}, ${pack.source}`)
  }
  const ended = new Promise<Job>((resolve) => {
    client.on('job.changed', (job) => {
      showProgress(job)
      if (job.state !== 'running') {
        resolve(job)
      }
    })
  })
  const { id: jobId } = await client.call('packs.add', { id, file: file ?? null })
  const cancel = (): void => void client.call('jobs.cancel', { jobId })
  process.once('SIGINT', cancel)
  const job = await ended
  process.removeListener('SIGINT', cancel)
  if (job.state === 'cancelled') {
    remark(job.failure?.message ?? 'Cancelled.')
    return exitCodes.stopped
  }
  if (job.failure !== null) {
    throw failWith('unavailable', job.failure.message)
  }
  say(`${id} is installed.`)
  return exitCodes.fine
}

async function verify(client: EngineClient, id: string): Promise<number> {
  const { problems } = await client.call('packs.verify', { id })
  problems.forEach(say)
  if (problems.length === 0) {
    say(`${id} is whole.`)
  }
  return problems.length === 0 ? exitCodes.fine : exitCodes.failed
}

async function remove(client: EngineClient, id: string): Promise<number> {
  await client.call('packs.remove', { id })
  say(`${id} is removed.`)
  return exitCodes.fine
}

function showProgress({ state, done, total }: Job): void {
  if (process.stderr.isTTY && total > 0) {
    process.stderr.write(`\r${megabytes(done)} of ${megabytes(total)}   `)
    if (state !== 'running') {
      process.stderr.write('\n')
    }
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`
}
