import { InvalidArgumentError, Option } from 'commander'
import type { Command } from 'commander'
import { parseAddress } from '../connector/address'
import { ConnectorError } from '../connector/connector-error'
import { nameSchema } from '../packages/manifest'
import { access, constants, readFile } from 'node:fs/promises'
import { failWith, toFailure } from '../contract/errors'
import { providerNameSchema } from '../contract/proposal'
import { remark } from './output'
import type { EngineClient } from './with-engine'
import { englishOf } from '../messages/message'

/** Adds `--sight`, the earlier name of `--encoder`: it sets that option and is not in the help. */
export function acceptSight(command: Command): void {
  command.addOption(new Option('--sight <package>').hideHelp())
  command.on('option:sight', (value: string) =>
    command.setOptionValueWithSource('encoder', value, 'earlier name'),
  )
}

/** What trains. */
export function trainingProviderOption(): Option {
  return new Option(
    '--provider <name>',
    'what trains; auto tries a few steps of this very run on each (default: auto, with --data cpu)',
  ).choices(['auto', ...providerNameSchema.options])
}

/** A number above 0, as a commander option. */
export function positive(text: string): number {
  const value = Number(text)
  if (!(value > 0)) {
    throw new InvalidArgumentError('It must be a number above 0.')
  }
  return value
}

/** A whole number, 0 or more, as a commander option. */
export function wholeFromZero(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !Number.isSafeInteger(value) || value < 0) {
    throw new InvalidArgumentError('It must be a whole number, 0 or more.')
  }
  return value
}

/** A whole number, 1 or more, as a commander option. */
export function wholeFromOne(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 1) {
    throw new InvalidArgumentError('It must be a whole number, 1 or more.')
  }
  return value
}

/** The id of a model package, as a commander option. */
export function packageId(value: string): string {
  if (!nameSchema.safeParse(value).success) {
    throw new InvalidArgumentError(
      'It must be at most 64 lower-case letters, digits, points, hyphens and underscores, the first and last a letter or digit.',
    )
  }
  return value
}

/** Scheme, host and port of a server's address. @throws ContractError `invalid-input` */
export function originOf(address: string): string {
  try {
    return parseAddress(address).origin
  } catch (error) {
    throw error instanceof ConnectorError ? failWith('invalid-input', error.message) : error
  }
}

/** The text of a file that an option names. @throws ContractError `invalid-input` */
export async function readNamedFile(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw unreadable(path, error)
  }
}

/** @throws ContractError `invalid-input` where a file that was named is not there or may not be read */
export async function requireReadable(path: string): Promise<void> {
  try {
    await access(path, constants.R_OK)
  } catch (error) {
    throw unreadable(path, error)
  }
}

function unreadable(path: string, error: unknown): Error {
  const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
  const why = isMissing ? 'is not there' : `cannot be read (${toFailure(error).message})`
  return failWith('invalid-input', `${path} ${why}.`)
}

/**
 * Returns the name of a proposer that is available.
 * @throws ContractError `invalid-input` for an unknown or unusable name
 */
export async function chooseProposer(client: EngineClient, requested: string | undefined): Promise<string> {
  const proposers = await client.call('proposers.list', {})
  if (requested === undefined) {
    proposers
      .filter(({ isAvailable }) => !isAvailable)
      .forEach(({ name, reason }) =>
        remark(`${name} cannot be used: ${englishOf(reason ?? 'no reason given')}.`),
      )
    return proposers.find(({ isInUse }) => isInUse)?.name ?? proposers[0].name
  }
  const names = proposers.map(({ name }) => name).join(', ')
  const proposer = proposers.find(({ name }) => name === requested)
  if (proposer === undefined) {
    throw failWith('invalid-input', `There is no proposer "${requested}". There are: ${names}.`)
  }
  if (!proposer.isAvailable) {
    throw failWith(
      'invalid-input',
      `The proposer ${requested} cannot be used: ${englishOf(proposer.reason ?? '')}.`,
    )
  }
  return requested
}
