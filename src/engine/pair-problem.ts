import { isAbsolute, relative, sep } from 'node:path'
import { toFailure } from '../contract/errors'
import type { PairProblem } from '../domain/pair'

/** What to remember of a failure: bad images are facts about the pair, all else may go away by itself. */
export function problemOf(error: unknown, folder: string): PairProblem | null {
  const failure = toFailure(error)
  if (failure.code === 'bad-image') {
    const { reason: code, message, path } = failure
    return { code, message, path: isAbsolute(path) ? relative(folder, path).replaceAll(sep, '/') : path }
  }
  return null
}
