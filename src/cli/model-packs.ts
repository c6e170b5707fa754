import { failWith } from '../contract/errors'
import type { ModelPack } from '../contract/models'
import type { Job } from '../contract/work'
import { spellBytes } from '../domain/numbers'
import { requireReadable } from './option-values'
import { EXIT_CODES, remark, print } from './output'
import { stoppable } from './with-engine'
import type { EngineClient } from './with-engine'

/** The commands of `deltascribe models` for downloaded model packs. */

export function describePack(pack: ModelPack): string {
  const { id, title, licence, source, downloadBytes, diskBytes, isInstalled, partialBytes, folder } = pack
  const partial = partialBytes > 0 ? `, ${spellBytes(partialBytes)} of it are there` : ''
  const state = isInstalled
    ? `installed in ${folder}`
    : `not installed; download ${spellBytes(downloadBytes)}${partial}`
  return `${id}: ${title}, ${spellBytes(diskBytes)} on the disk, licence ${licence}\n  from ${source}\n  ${state}`
}

export async function addPack(
  client: EngineClient,
  id: string,
  { file }: { file?: string },
): Promise<number> {
  if (file !== undefined) {
    await requireReadable(file)
  }
  const pack = (await client.call('packs.list', {})).find((known) => known.id === id)
  if (pack !== undefined) {
    const size = file === undefined ? `download ${spellBytes(pack.downloadBytes)}, ` : ''
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
  const job = await stoppable(async (signal) => {
    const { id: jobId } = await client.call('packs.add', { id, file: file ?? null })
    const cancel = (): void => void client.call('jobs.cancel', { jobId })
    signal.addEventListener('abort', cancel)
    if (signal.aborted) {
      cancel()
    }
    return ended
  })
  if (job.state === 'cancelled') {
    remark(job.failure?.message ?? 'Cancelled.')
    return EXIT_CODES.stopped
  }
  if (job.failure !== null) {
    throw failWith('unavailable', job.failure.message)
  }
  print(`${id} is installed.`)
  return EXIT_CODES.fine
}

export async function verifyPack(client: EngineClient, id: string): Promise<number> {
  const { problems } = await client.call('packs.verify', { id })
  problems.forEach(print)
  if (problems.length === 0) {
    print(`${id} is whole.`)
  }
  return problems.length === 0 ? EXIT_CODES.fine : EXIT_CODES.failed
}

function showProgress({ state, done, total }: Job): void {
  if (process.stderr.isTTY && total > 0) {
    process.stderr.write(`\r${spellBytes(done)} of ${spellBytes(total)}   `)
    if (state !== 'running') {
      process.stderr.write('\n')
    }
  }
}
