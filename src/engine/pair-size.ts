import { ContractError } from '../contract/errors'
import { readImageSize } from '../images/decode'
import { ImageError } from '../images/error'
import { sizesDisagree } from '../images/pair-sizes'
import type { StoredPair } from '../store/pairs'
import { imageInside } from './image-inside'
import type { OpenProject } from './open-project'
import { problemOf } from './pair-problem'

/**
 * The pair with its size, which is read from the files' headers where no proposal has done so yet. What is
 * wrong with them is stored as the pair's problem. @throws what is not about them, such as too many open files
 */
export async function withSize(project: OpenProject, pair: StoredPair): Promise<StoredPair> {
  return pair.width > 0 || pair.problem !== null ? pair : measured(project, pair)
}

/**
 * The pair with the size that its files have now: an image may have been replaced since it was measured. About 1 ms.
 * Where they cannot be read any more, the known size stays. @throws as `withSize`
 */
export async function withPresentSize(project: OpenProject, pair: StoredPair): Promise<StoredPair> {
  return pair.problem !== null ? pair : measured(project, pair)
}

async function measured(project: OpenProject, pair: StoredPair): Promise<StoredPair> {
  const { store, folder } = project
  try {
    const before = await sizeOf(folder, pair.before)
    const after = await sizeOf(folder, pair.after)
    const message = sizesDisagree(before, after)
    if (message !== null) {
      store.pairs.setProblem(pair.id, { code: 'size-mismatch', message, path: pair.after })
    } else if (pair.width !== after.width || pair.height !== after.height) {
      store.pairs.setSize(pair.id, after.width, after.height)
    }
  } catch (error) {
    if (pair.width > 0) return pair
    const problem = problemOf(error, folder)
    if (problem === null) throw error
    store.pairs.setProblem(pair.id, problem)
  }
  return store.pair(pair.id)
}

/** @param path relative to the folder. @throws ContractError `bad-image`; the system's error */
async function sizeOf(folder: string, path: string): ReturnType<typeof readImageSize> {
  try {
    return await readImageSize(await imageInside(folder, path))
  } catch (error) {
    if (!(error instanceof ImageError)) throw error
    const { code: reason, message } = error
    throw new ContractError({ code: 'bad-image', reason, message, path })
  }
}
