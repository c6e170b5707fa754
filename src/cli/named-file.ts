import { access, constants, readFile } from 'node:fs/promises'
import { failWith, toFailure } from '../contract/errors'

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
