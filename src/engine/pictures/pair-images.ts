import { BucketError } from '../../buckets/bucket-error'
import { bucketOf } from '../../buckets/buckets-in-use'
import { ContractError, failWith, toFailure } from '../../contract/errors'
import { readPairSize } from '../../frames/common-grid'
import { ImageError } from '../../images/file'
import type { StoredPair } from '../../store/pair-records'
import type { OpenProject } from '../project/open-project'
import { isNotStored, damagedProblem } from '../../store/store-error'
import { existsSync } from 'node:fs'
import { isAbsolute, relative, sep } from 'node:path'
import type { PairProblem } from '../../domain/pair'
import type { PairDocument } from '../../domain/document'
import { PathError, resolveInside } from '../../dataset/inside'
import { message, messageFields, messageIn } from '../../messages/message'

/** What is read of a project. */
type MeasuredProject = Pick<OpenProject, 'folder' | 'store'>

/**
 * The pair with its size, read from the files' headers if no proposal has done so yet. A problem of the files is
 * stored as the pair's problem. If nothing can be stored, they are measured all the same. @throws errors that are not
 * about the files, such as too many open files
 */
export async function withSize(project: MeasuredProject, pair: StoredPair): Promise<StoredPair> {
  return pair.width > 0 || pair.problem !== null ? pair : measured(project, pair)
}

/**
 * The pair with the present size of its files: an image may have been replaced since it was measured. About 1 ms. If
 * they cannot be read any more, the known size stays. Frames of two sizes may have been read while one of them was
 * being replaced, and one that was gone may be back. @throws as `withSize`
 */
export async function withPresentSize(project: MeasuredProject, pair: StoredPair): Promise<StoredPair> {
  const { problem } = pair
  return problem === null || MAY_BE_OVER.has(problem.code) ? measured(project, pair) : pair
}

const MAY_BE_OVER: ReadonlySet<PairProblem['code']> = new Set(['size-mismatch', 'missing'])

async function measured(project: MeasuredProject, pair: StoredPair): Promise<StoredPair> {
  const { pairs } = project.store
  const found = await measure(project, pair)
  try {
    if (found.problem?.message !== pair.problem?.message) {
      pairs.setProblem(pair.id, found.problem)
    }
    if (found.problem === null && (pair.width !== found.width || pair.height !== found.height)) {
      pairs.setSize(pair.id, found.width, found.height)
    }
  } catch (error) {
    // the next read finds it again
    if (!isNotStored(error)) {
      throw error
    }
  }
  return { ...project.store.pair(pair.id), ...found }
}

async function measure(
  { folder }: MeasuredProject,
  { before, after, width, height, problem: known }: StoredPair,
): Promise<Pick<StoredPair, 'width' | 'height' | 'problem'>> {
  try {
    return { ...(await sizeOf(folder, before, after)), problem: null }
  } catch (error) {
    const found = problemOf(error, folder)
    if (found?.code === 'size-mismatch') {
      return { width, height, problem: found }
    }
    const problem = standingProblem(known, found, width > 0, isFolderThere(folder))
    if (width === 0 && problem === null) {
      throw error
    }
    return { width, height, problem }
  }
}

/** An image that is gone is a problem at once; one that cannot be read may be in the making where its size is known. */
function standingProblem(
  known: PairProblem | null,
  found: PairProblem | null,
  isMeasured: boolean,
  isThere: boolean,
): PairProblem | null {
  const isOver = known?.code === 'missing' && found !== null
  if (found?.code === 'missing' && isThere && (known === null || isOver)) {
    return found
  }
  const standing = isOver && found.code !== 'missing' ? null : known
  return standing ?? (isMeasured ? null : found)
}

/** A folder that is away for a while is no problem of its pairs. */
function isFolderThere(folder: string): boolean {
  return bucketOf(folder) !== null || existsSync(folder)
}

/** Of a pair. Paths are relative to the folder. @throws ContractError `bad-image`; the system's error */
async function sizeOf(folder: string, before: string, after: string): ReturnType<typeof readPairSize> {
  const [beforePath, afterPath] = await Promise.all([imageInside(folder, before), imageInside(folder, after)])
  const files = { before: beforePath, after: afterPath }
  try {
    return await readPairSize(files)
  } catch (error) {
    if (!(error instanceof ImageError)) {
      throw error
    }
    const { code: reason, text } = error
    const path = error.path === files.before ? before : after
    throw new ContractError({ code: 'bad-image', reason, ...messageFields(text), path })
  }
}

/** The problem to store after a failure: bad images are facts about the pair, all else may be temporary. */
export function problemOf(error: unknown, folder: string): PairProblem | null {
  const failure = toFailure(error)
  if (failure.code === 'bad-image') {
    const { reason: code, path } = failure
    return {
      code,
      ...messageFields(messageIn(failure)),
      path: isAbsolute(path) ? pathIn(folder, path) : path,
    }
  }
  return null
}

/** Relative, with forward slashes. */
function pathIn(folder: string, path: string): string {
  return bucketOf(folder)?.pathOf(path) ?? relative(folder, path).replaceAll(sep, '/')
}

/**
 * The absolute path of one of a pair's files.
 * @throws ContractError `bad-image` if the file is gone or the path leads out of the folder; `unavailable` if its
 * bucket cannot be reached
 */
export async function imageInside(folder: string, relative: string): Promise<string> {
  try {
    return await resolveInside(folder, relative)
  } catch (error) {
    if (error instanceof PathError) {
      const fields = messageFields(message('joining.sentence', { text: error.text }))
      throw new ContractError({ code: 'bad-image', path: relative, reason: error.code, ...fields })
    }
    if (error instanceof BucketError) {
      throw failWith('unavailable', message('joining.sentence', { text: error.text }))
    }
    throw error
  }
}

/** @throws any error but one about the path */
export function problemOfPath(error: unknown): PairProblem {
  if (error instanceof PathError) {
    const { code, text, path } = error
    return { code, ...messageFields(message('joining.sentence', { text })), path }
  }
  throw error
}

/**
 * The document; null if a row of it is damaged, which becomes the pair's problem. The problem is removed once the
 * document can be read.
 */
export function readDocument(
  { store }: Pick<OpenProject, 'store'>,
  pair: StoredPair,
): { document: PairDocument | null; pair: StoredPair } {
  const remember = (problem: PairProblem | null): void => {
    try {
      store.pairs.setProblem(pair.id, problem)
    } catch (error) {
      if (!isNotStored(error)) {
        throw error
      }
    }
  }
  try {
    const document = store.document(pair)
    if (pair.problem?.code !== 'damaged') {
      return { document, pair }
    }
    remember(null)
    return { document, pair: store.pair(pair.id) }
  } catch (error) {
    const problem = damagedProblem(error)
    remember(problem)
    return { document: null, pair: { ...pair, problem } }
  }
}
