import type { PairProblem } from '../domain/pair'
import { readImageSize } from '../images/decode'
import { ImageError } from '../images/error'
import { sizesDisagree } from '../images/pair-sizes'
import type { StoredPair } from '../store/pairs'
import { imageInside } from './image-inside'
import type { OpenProject } from './open-project'
import { toFailure } from '../contract/errors'

/**
 * The pair with its size, which is read from the files' headers where no proposal has done so yet. What is
 * wrong with them is stored as the pair's problem.
 */
export async function withSize(project: OpenProject, pair: StoredPair): Promise<StoredPair> {
  if (pair.width > 0 || pair.problem !== null) {
    return pair
  }
  const { store, folder } = project
  try {
    const before = await readImageSize(await imageInside(folder, pair.before))
    const after = await readImageSize(await imageInside(folder, pair.after))
    const message = sizesDisagree(before, after)
    if (message === null) {
      store.pairs.setSize(pair.id, after.width, after.height)
    } else {
      store.pairs.setProblem(pair.id, { code: 'size-mismatch', message, path: pair.after })
    }
  } catch (error) {
    store.pairs.setProblem(pair.id, problemOf(error, pair))
  }
  return store.pair(pair.id)
}

function problemOf(error: unknown, pair: StoredPair): PairProblem {
  if (error instanceof ImageError) {
    return { code: error.code, message: error.message, path: pair.after }
  }
  const failure = toFailure(error)
  return failure.code === 'bad-image'
    ? { code: failure.reason, message: failure.message, path: failure.path }
    : { code: 'unreadable', message: failure.message, path: pair.after }
}
