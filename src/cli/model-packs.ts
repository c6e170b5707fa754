import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { failWith } from '../contract/errors'
import type { ModelPack } from '../contract/models'
import type { Job } from '../contract/work'
import { spellBytes } from '../basics/numbers'
import { requireReadable } from './option-values'
import { EXIT_CODES, print, remark } from './output'
import { stoppable } from './with-engine'
import type { EngineClient } from './with-engine'
import { englishOf } from '../messages/message'

/** The commands of `deltascribe models` for model packs. */

export interface AddOptions {
  file?: string
  yes?: boolean
}

export function describePack(pack: ModelPack): string {
  const { id, title, version, installedVersion, diskBytes, folder } = pack
  const partial = pack.partialBytes > 0 ? `, ${spellBytes(pack.partialBytes)} of it are there` : ''
  const download = `download ${spellBytes(pack.downloadBytes)}${partial}`
  const state =
    installedVersion === null
      ? `not installed; ${download}`
      : installedVersion === version
        ? `installed in ${folder}`
        : `version ${installedVersion} is installed in ${folder}; version ${version} is offered: ${download}`
  return `${id}: ${title}, version ${version}, ${spellBytes(diskBytes)} on the disk, licence ${pack.licence}\n  from ${pack.source}\n  ${state}`
}

/** What a person should know before they agree. */
function cardOf(pack: ModelPack): string[] {
  return [
    `${pack.title}, version ${pack.version}`,
    `  licence of the model:         ${pack.licence}`,
    `  licence of the training data: ${englishOf(pack.dataLicence)}`,
    `  limits:                       ${englishOf(pack.limits)}`,
    `  source:                       ${pack.source}`,
    `  download:                     ${spellBytes(pack.downloadBytes)}, ${spellBytes(pack.diskBytes)} on the disk`,
    `  asked first:                  ${pack.hosts.join(', ')}, which may send on to other servers over https`,
    `  more about it:                ${pack.homepage}`,
  ]
}

/** @param name a pack's id, or the path of a carried pack */
export async function addPack(client: EngineClient, name: string, options: AddOptions): Promise<number> {
  const { id, file } = await named(client, name, options.file)
  const pack = (await client.call('packs.list', {})).find((known) => known.id === id)
  const agreesTo = file === null && pack !== undefined ? await consent(pack, options.yes === true) : null
  if (file !== null && pack !== undefined) {
    remark(`${pack.title}: licence ${pack.licence}, from ${file}`)
  }
  const job = await added(client, { id, file, agreesTo })
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

/** @throws ContractError `not-found` */
async function named(
  client: EngineClient,
  name: string,
  given: string | undefined,
): Promise<{ id: string; file: string | null }> {
  if (given !== undefined) {
    await requireReadable(given)
    return { id: name, file: resolve(given) }
  }
  if (!/[/\\.]/.test(name) && !existsSync(name)) {
    return { id: name, file: null }
  }
  const packs = await client.call('packs.list', {})
  if (packs.some((pack) => pack.id === name)) {
    return { id: name, file: null }
  }
  await requireReadable(name)
  const { id } = await client.call('packs.inspect', { file: resolve(name) })
  if (id === null) {
    const how = 'Name the pack and give the file by --file'
    throw failWith('not-found', `${name} does not say which model pack it holds. ${how}.`)
  }
  return { id, file: resolve(name) }
}

/**
 * The version that is agreed to: by `--yes`, by the answer to a question, or earlier (then null).
 * @throws ContractError `invalid-input` where nobody can be asked, `cancelled` for a no
 */
async function consent(pack: ModelPack, isGiven: boolean): Promise<string | null> {
  cardOf(pack).forEach(remark)
  if (pack.isAgreed) {
    return null
  }
  if (isGiven) {
    return pack.version
  }
  if (!process.stdin.isTTY) {
    const how = 'Read the lines above and add --yes if you agree'
    throw failWith('invalid-input', `Nothing was fetched, as nobody can be asked here. ${how}.`)
  }
  const dialog = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const answer = await dialog.question('Fetch it? [y/N] ')
    if (/^y(es)?$/i.test(answer.trim())) {
      return pack.version
    }
  } finally {
    dialog.close()
  }
  throw failWith('cancelled', 'Nothing was fetched.')
}

/** The job at its end. */
function added(
  client: EngineClient,
  input: { id: string; file: string | null; agreesTo: string | null },
): Promise<Job> {
  const ended = new Promise<Job>((fulfil) => {
    client.on('job.changed', (job) => {
      showProgress(job)
      if (job.state !== 'running') {
        fulfil(job)
      }
    })
  })
  let shown: string | null = null
  client.on('packs.changed', (packs) => {
    const servedBy = packs.find(({ id }) => id === input.id)?.servedBy ?? null
    if (servedBy !== null && servedBy !== shown) {
      shown = servedBy
      remark(`The files come from ${servedBy}.`)
    }
  })
  return stoppable(async (signal) => {
    const { id: jobId } = await client.call('packs.add', input)
    const cancel = (): void => void client.call('jobs.cancel', { jobId })
    signal.addEventListener('abort', cancel)
    if (signal.aborted) {
      cancel()
    }
    return ended
  })
}

export async function carryPack(client: EngineClient, id: string, out: string): Promise<number> {
  const { bytes } = await client.call('packs.carry', { id, out: resolve(out) })
  print(`${out} holds ${id}, ${spellBytes(bytes)}. On the other machine: deltascribe models add ${out}`)
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
