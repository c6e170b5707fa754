import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { ContractError, failWith, messageOf } from '../contract/errors'
import type { TeamServing } from '../engine/server/serve'
import { isLoopback } from '../team/own-hosts'
import type { Reach } from '../team/own-hosts'
import { People } from '../team/people'
import { openTeamDatabase } from '../team/team-database'
import { remark } from './output'

export interface TeamOptions {
  team?: boolean
  database?: string
  /** A file. */
  api?: string
  /** An address of this machine. */
  listen?: string
  host?: string[]
  /** Files. */
  tlsCertificate?: string
  tlsKey?: string
  behindProxy?: boolean
}

/**
 * How a team's server is reached; null where it is one user's own.
 * @throws ContractError `invalid-input` where others on the way could read what is sent, or options contradict;
 * `folder-unreadable`
 */
export function teamServing(options: TeamOptions): TeamServing | null {
  const { team = false, listen = '127.0.0.1', host = [], database, behindProxy = false } = options
  if (!team) {
    refuseWithoutTeam(options)
    return null
  }
  if (database === undefined) {
    throw failWith('invalid-input', 'A team’s people are in the database: add --database URL.')
  }
  if (options.api !== undefined) {
    throw failWith(
      'invalid-input',
      'Programs of --api have no name and no role, so --team does not let them in. Leave one of both out.',
    )
  }
  const tls = tlsOf(options)
  if (tls !== null && behindProxy) {
    throw failWith(
      'invalid-input',
      'Either this server encrypts (--tls-certificate) or the proxy (--behind-proxy).',
    )
  }
  const secured: Reach['secured'] = tls === null ? (behindProxy ? 'proxy' : 'nobody') : 'tls'
  if (secured === 'nobody' && !isLoopback(listen)) {
    throw failWith(
      'invalid-input',
      `Passwords would go over the network in the clear at ${listen}. Add --tls-certificate FILE --tls-key FILE, or --behind-proxy where a proxy encrypts.`,
    )
  }
  return { reach: { listen, hosts: host, secured }, tls }
}

/** Says so where nobody can sign in yet. @throws ContractError `unavailable`, `invalid-input`; StoreError */
export async function remarkOnPeople(place: string): Promise<void> {
  const database = openTeamDatabase(place)
  try {
    const all = await new People(database).list()
    if (all.every(({ isDisabled }) => isDisabled)) {
      remark('Nobody can sign in yet: deltascribe users add NAME --role owner --database URL')
    }
  } finally {
    await database.close()
  }
}

/** Without people to sign in, the server stays on loopback. @throws ContractError `invalid-input` */
function refuseWithoutTeam(options: TeamOptions): void {
  const { listen, host, tlsCertificate, tlsKey, behindProxy } = options
  const given = [listen, host, tlsCertificate, tlsKey, behindProxy].some((one) => one !== undefined)
  if (given) {
    throw failWith(
      'invalid-input',
      'Only a team’s server is reached from other machines: --listen, --host, --tls-certificate, --tls-key and --behind-proxy need --team.',
    )
  }
}

/** @throws ContractError `invalid-input`, `folder-unreadable` */
function tlsOf({ tlsCertificate, tlsKey }: TeamOptions): { certificate: Buffer; key: Buffer } | null {
  if (tlsCertificate === undefined && tlsKey === undefined) {
    return null
  }
  if (tlsCertificate === undefined || tlsKey === undefined) {
    throw failWith(
      'invalid-input',
      'A certificate and its key go together: --tls-certificate FILE --tls-key FILE.',
    )
  }
  const [certificate, key] = [fileOf(tlsCertificate), fileOf(tlsKey)]
  try {
    createSecureContext({ cert: certificate, key })
  } catch (error) {
    throw failWith(
      'invalid-input',
      `${tlsCertificate} and ${tlsKey} are no certificate with its key (PEM): ${messageOf(error)}.`,
    )
  }
  return { certificate, key }
}

/** @throws ContractError `folder-unreadable` */
function fileOf(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new ContractError({
      code: 'folder-unreadable',
      path,
      message: `${path} cannot be read: ${messageOf(error)}.`,
    })
  }
}
