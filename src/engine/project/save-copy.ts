import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { ContractError, toFailure } from '../../contract/errors'
import type { RefusedEdit, SavedCopy, ShownPair } from '../../contract/copies'
import type { ExportOptions } from '../../contract/work'
import type { ExportItem } from '../../dataset/export/export'
import { exportPairs } from '../../dataset/export/export'
import { reviewStates } from '../../domain/pair'
import { checkStore } from '../../store/check-store'
import { PROJECT_FOLDER, ProjectStore, STORE_NAME } from '../../store/project-store'
import { isInDatabase } from '../../store/store-address'
import type { OpenProject } from './open-project'
import { imageInside } from '../pictures/pair-images'
import { message, messageTextOf, MessageError, messageFields } from '../../messages/message'

interface Work {
  /** Chosen by the user; the copy is a new folder in it. */
  into: string
  edits: readonly RefusedEdit[]
  shown: ShownPair | null
  reviewer: string
}

/**
 * Writes the project as far as it can be read, with the edits that were refused. Where nothing of it can be read, the pair
 * on the screen becomes a data set that refers to its images.
 * @throws ContractError `cannot-write` where the other place cannot be written either; nothing is left there then
 */
export async function saveCopy(project: OpenProject, work: Work): Promise<SavedCopy> {
  const path = newFolder(resolve(work.into), basename(project.folder))
  const copy = join(path, PROJECT_FOLDER, STORE_NAME)
  try {
    mkdirSync(dirname(copy), { recursive: true })
    const problems = storeTo(project, copy, work.shown)
    return problems === null
      ? await asDataset(project, path, work)
      : { path, kind: 'project', ...applied(copy, work), notices: problems }
  } catch (error) {
    await rm(path, { recursive: true, force: true }).catch(() => undefined)
    const text = message('store.copyFailed', { path, reason: messageTextOf(error) })
    throw new ContractError({ code: 'cannot-write', path, ...messageFields(text) })
  }
}

function newFolder(into: string, name: string): string {
  const day = new Date().toISOString().slice(0, 10)
  for (let count = 1; ; count += 1) {
    const path = join(into, `${name}-copy-${day}${count === 1 ? '' : `-${count}`}`)
    if (!existsSync(path)) {
      return path
    }
  }
}

/**
 * From the files that are open, which can be read after they were deleted, else from what a damaged file still holds.
 * Returns what is missing in the copy; null where there is none, and the pair on the screen is to be saved.
 * @throws the store's error where that is a database
 */
function storeTo(
  { store, storeAddress }: OpenProject,
  copy: string,
  shown: ShownPair | null,
): string[] | null {
  try {
    store.copyTo(copy)
    return []
  } catch (error) {
    if (isInDatabase(storeAddress)) {
      if (shown !== null && toFailure(error).code === 'unavailable') {
        return null
      }
      throw error
    }
    try {
      rmSync(copy, { force: true })
      return checkStore(storeAddress, copy).damages
    } catch {
      return null
    }
  }
}

/** The refused edits, in order; one that does not fit what could be read is left out. */
function applied(copy: string, { edits, reviewer }: Work): Pick<SavedCopy, 'pairCount' | 'editCount'> {
  const store = new ProjectStore(copy)
  try {
    let editCount = 0
    for (const { pairId, eventId, label, diff } of edits) {
      try {
        store.edit(pairId, eventId, label, diff, reviewer)
        editCount += 1
      } catch (error) {
        if (!['conflict', 'not-found'].includes(toFailure(error).code)) {
          throw error
        }
      }
    }
    const counts = Object.values(store.pairs.counts())
    return { pairCount: counts.reduce((sum, count) => sum + count, 0), editCount }
  } finally {
    store.close()
  }
}

const FORMAT = 'coco'

async function asDataset({ folder }: OpenProject, path: string, { shown }: Work): Promise<SavedCopy> {
  if (shown === null) {
    throw new MessageError(message('store.nothingToCopy'))
  }
  await rm(path, { recursive: true, force: true })
  const { pair, document } = shown
  const item: ExportItem = {
    key: pair.key,
    split: pair.split,
    beforePath: await imageInside(folder, pair.before),
    afterPath: await imageInside(folder, pair.after),
    width: pair.width,
    height: pair.height,
    problem: null,
    document,
    proposedBy: null,
  }
  const options: ExportOptions = { format: FORMAT, out: path, states: [...reviewStates], images: 'copy' }
  const { pairCount, leftOut } = await exportPairs(only(item), options, {
    progress: () => undefined,
    signal: new AbortController().signal,
  })
  const notices = [
    message('store.onlyPairSaved'),
    ...leftOut.map(({ key, reason }) => message('joining.about', { what: key, text: reason })),
  ]
  return { path, kind: 'dataset', pairCount, editCount: 0, notices }
}

// oxlint-disable-next-line typescript/require-await -- an export takes its pairs one by one
async function* only(item: ExportItem): AsyncGenerator<ExportItem> {
  yield item
}
