import { z } from 'zod'
import type { NetworkSettings } from '../contract/network'
import type { HttpClient } from '../network/client'
import { nextAddress } from '../network/addresses'
import { withoutLogins } from '../process/log/without-logins'
import { connectionFailed, requestRefused, PackError } from './pack-error'
import type { HubSource, PackArchive, PackDescriptor, PackFile } from './catalogue'
import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { message } from '../messages/message'
import { signalWithin } from '../process/signal-within'

/** What is asked, and how it is reached. */
export interface Network {
  client: HttpClient
  settings: NetworkSettings
}

const HUB = 'https://huggingface.co'
const MAX_METADATA_BYTES = 4 * 2 ** 20

/** Where the hub has a file of a commit. `HF_ENDPOINT` names another hub, as the hub's own programs have it. */
export function hubAddress(
  { repository, commit, path }: HubSource,
  { hubMirror }: Pick<NetworkSettings, 'hubMirror'>,
  env: NodeJS.ProcessEnv = process.env,
): string {
  const spelled = path.split('/').map(encodeURIComponent).join('/')
  return `${hubBase(hubMirror, env)}/${repository}/resolve/${commit}/${spelled}`
}

function hubBase(mirror: string | null, env: NodeJS.ProcessEnv): string {
  const given = env['HF_ENDPOINT']
  const base = mirror ?? (given === undefined || given === '' ? HUB : given)
  return base.replace(/\/+$/, '')
}

/** Null for a file that is not downloaded by itself. */
export function fileAddress({ from }: PackFile, settings: NetworkSettings): string | null {
  return from.kind === 'hub' ? hubAddress(from, settings) : from.kind === 'url' ? from.url : null
}

const packageSchema = z.object({ dist: z.object({ tarball: z.url({ protocol: /^https?$/ }) }) })

/**
 * Where the archive lies. The registry is asked for that of a package; digests prove the files later.
 * @throws PackError
 */
export async function archiveAddress(
  archive: Exclude<PackArchive, { kind: 'file' }>,
  { client, settings }: Network,
  signal: AbortSignal,
): Promise<string> {
  if (archive.kind === 'url') {
    return archive.url
  }
  const registry = await registryOf(archive.name, settings)
  const url = `${registry}${archive.name.replace('/', '%2f')}/${archive.version}`
  const shown = withoutLogins(url)
  try {
    const answer = await client.ask({ url, signal: signalWithin(signal, 60_000) })
    if (!answer.response.ok) {
      throw requestRefused(url, answer.response.status)
    }
    const parsed = packageSchema.safeParse(JSON.parse(await textOf(answer.response.body)))
    if (!parsed.success) {
      throw new PackError('unreachable', message('packs.noTarball', { url: shown }))
    }
    const tarball = await nextAddress(answer.url, parsed.data.dist.tarball, !client.hasProxy)
    return withLoginOf(new URL(url), tarball).href
  } catch (error) {
    throw error instanceof SyntaxError
      ? new PackError('unreachable', message('packs.noTarball', { url: shown }))
      : connectionFailed(error, `The registry ${shown}`, signal)
  }
}

/** A registry with a login wants it for its archives too. Another origin does not get it. */
function withLoginOf({ origin, username, password }: URL, to: URL): URL {
  if (to.origin === origin) {
    to.username = username
    to.password = password
  }
  return to
}

async function registryOf(name: string, { registryMirror }: NetworkSettings): Promise<string> {
  return registryMirror === null ? registryFor(name) : `${registryMirror.replace(/\/+$/, '')}/`
}

/** @throws SyntaxError for more than a registry's answer has */
async function textOf(body: AsyncIterable<Uint8Array> | null): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body ?? []) {
    bytes += part.length
    if (bytes > MAX_METADATA_BYTES) {
      throw new SyntaxError('it is too long')
    }
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** Hosts that are asked for a pack first; each may send on to others. Nothing is asked for this list. */
export async function hostsOf(
  { archive, files }: PackDescriptor,
  settings: NetworkSettings,
): Promise<string[]> {
  const addresses = files.map((file) => fileAddress(file, settings))
  if (archive?.kind === 'npm') {
    addresses.push(await registryOf(archive.name, settings))
  } else if (archive?.kind === 'url') {
    addresses.push(archive.url)
  }
  const hosts = addresses.flatMap((address) => (address === null ? [] : [new URL(address).host]))
  return [...new Set(hosts)]
}

const FALLBACK = 'https://registry.npmjs.org/'

/**
 * The registry that npm would ask for a package: of the environment, the user's `.npmrc`, then the one of the
 * whole machine; in each, one that is set for the package's scope before the general one
 * (docs.npmjs.com, npmrc and scope). With a slash at its end.
 */
export async function registryFor(
  packageName: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<string> {
  const scope = packageName.startsWith('@') ? packageName.slice(0, packageName.indexOf('/')) : null
  const settings = await allSettings(env)
  const chosen = (scope === null ? undefined : settings.get(`${scope}:registry`)) ?? settings.get('registry')
  const registry = chosen === undefined || chosen === '' ? FALLBACK : chosen
  return registry.endsWith('/') ? registry : `${registry}/`
}

async function allSettings(env: NodeJS.ProcessEnv): Promise<Map<string, string>> {
  const settings = new Map<string, string>()
  const userFile = configured(env, 'userconfig') ?? join(homedir(), '.npmrc')
  const prefix = configured(env, 'prefix') ?? dirname(dirname(process.execPath))
  const globalFile = configured(env, 'globalconfig') ?? join(prefix, 'etc', 'npmrc')
  for (const path of [globalFile, userFile]) {
    for (const [key, value] of parse(await readText(path), env)) {
      settings.set(key, value)
    }
  }
  const given = configured(env, 'registry')
  return given === undefined ? settings : settings.set('registry', given)
}

/** npm takes its settings from the environment in either case. */
function configured(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const key = Object.keys(env).find((known) => known.toLowerCase() === `npm_config_${name}`)
  const value = key === undefined ? undefined : env[key]
  return value === '' ? undefined : value
}

function parse(text: string, env: NodeJS.ProcessEnv): [string, string][] {
  return text.split('\n').flatMap((line): [string, string][] => {
    const match = /^\s*([^#;=\s][^=]*?)\s*=\s*(.*?)\s*$/.exec(line)
    if (match === null) {
      return []
    }
    const value = match[2].replace(/^(["'])(.*)\1$/, '$2')
    return [[match[1], value.replaceAll(/\$\{([^}]+)\}/g, (whole, name: string) => env[name] ?? whole)]]
  })
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch {
    return ''
  }
}
