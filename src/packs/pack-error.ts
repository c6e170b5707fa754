export type PackErrorCode =
  /** The registry or the connection to it. */
  | 'unreachable'
  /** The received bytes are not the expected ones. */
  | 'tampered'
  | 'no-space'
  | 'cannot-write'
  /** A file that was given cannot be read, or is no archive. */
  | 'bad-file'
  /** Another program is adding the pack. */
  | 'busy'
  | 'cancelled'

/** Why a model pack could not be installed; the message has the cause and a way out. */
export class PackError extends Error {
  override name = 'PackError'

  constructor(
    readonly code: PackErrorCode,
    message: string,
  ) {
    super(message)
  }
}

const FULL_DISK = new Set(['ENOSPC', 'EDQUOT'])

/** Turns a system error of writing into words. */
export function writingFailed(path: string, error: unknown): PackError {
  if (error instanceof PackError) {
    return error
  }
  const { code, message } = error as NodeJS.ErrnoException
  return code !== undefined && FULL_DISK.has(code)
    ? new PackError('no-space', `There is no space left for ${path}. Free some and add the model pack again.`)
    : new PackError('cannot-write', `${path} cannot be written: ${message}.`)
}
