import { ContractError, failWith, messageOf } from '../../contract/errors'
import { ImageError } from '../../images/file'
import { PackageError } from '../../packages/files'
import { CheckpointError } from '../checkpoint'
import { FineTuneError } from '../data/corrected-pair'

/** The failure of a run for the user: which file, what happened, what to do. */
export function trainingFailure(error: unknown): ContractError {
  if (error instanceof ContractError) {
    return error
  }
  if (error instanceof FineTuneError && error.cause instanceof ImageError) {
    const { code: reason, path } = error.cause
    return new ContractError({ code: 'bad-image', reason, path, message: error.message })
  }
  if (error instanceof FineTuneError || error instanceof CheckpointError) {
    return failWith('unavailable', error.message)
  }
  const system = systemError(error)
  if (system !== null) {
    return system
  }
  if (error instanceof PackageError) {
    return new ContractError({ code: 'bad-model', path: error.path, message: error.message })
  }
  const reason = messageOf(error)
  return failWith('internal', `The training broke down: ${reason}. It can be resumed.`)
}

const SAVED_NOTE = 'The last checkpoint is kept'

function systemError(error: unknown): ContractError | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code, path = 'a file of the training run' } = cause as NodeJS.ErrnoException
    if (code === 'ENOSPC' || code === 'EDQUOT') {
      const message = `The disk is full: ${path} could not be written. ${SAVED_NOTE}: free some space, then resume.`
      return new ContractError({ code: 'cannot-write', path, message })
    }
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS' || code === 'EIO') {
      const message = `${path} cannot be written or read (${code}). ${SAVED_NOTE}: mend that, then resume.`
      return new ContractError({ code: 'cannot-write', path, message })
    }
  }
  return null
}
