import { ContractError, failWith } from '../../contract/errors'
import { ImageError } from '../../images/file'
import { PackageError } from '../../packages/files'
import { CheckpointError } from '../checkpoint'
import { FineTuneError } from '../data/corrected-pair'
import { message, messageTextOf, englishOf, messageFields } from '../../messages/message'
import type { Message } from '../../messages/message'

/** The failure of a run for the user: which file, what happened, what to do. */
export function trainingFailure(error: unknown): ContractError {
  if (error instanceof ContractError) {
    return error
  }
  if (error instanceof FineTuneError && error.cause instanceof ImageError) {
    const { code: reason, path } = error.cause
    return new ContractError({ code: 'bad-image', reason, path, ...messageFields(error.text) })
  }
  if (error instanceof FineTuneError || error instanceof CheckpointError) {
    return failWith('unavailable', error.text)
  }
  const system = systemError(error)
  if (system !== null) {
    return system
  }
  if (error instanceof PackageError) {
    return new ContractError({ code: 'bad-model', path: error.path, ...messageFields(error.text) })
  }
  return failWith('internal', message('training.brokeDown', { reason: messageTextOf(error) }))
}

function cannotWrite(path: string | undefined, text: Message): ContractError {
  return new ContractError({ code: 'cannot-write', path: path ?? englishOf(aFile), ...messageFields(text) })
}

const aFile = message('training.aFile')

function systemError(error: unknown): ContractError | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code, path } = cause as NodeJS.ErrnoException
    if (code === 'ENOSPC' || code === 'EDQUOT') {
      return cannotWrite(path, message('training.diskFull', { path: path ?? aFile }))
    }
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS' || code === 'EIO') {
      return cannotWrite(path, message('training.cannotBeUsed', { path: path ?? aFile, code }))
    }
  }
  return null
}
