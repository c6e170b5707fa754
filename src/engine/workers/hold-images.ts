import pLimit from 'p-limit'
import type { ProjectStore } from '../../store/project-store'
import type { WorkerImages } from './pair-folder'

/** Pairs whose images are brought at once. */
const PAIRS_AT_ONCE = 4

interface Held {
  store: ProjectStore
  images: WorkerImages
  /** Where the program that asked has the images. */
  folder: string
}

/**
 * Has the images of these pairs here. Pairs whose problem is known are passed over. Where one fails, the others are
 * ended, and nothing is written any more once it is told. Returns the folder that their paths are relative to.
 * @throws ContractError `unavailable`; the reason of `signal`
 */
export async function holdPairs(
  { store, images, folder: asked }: Held,
  ids: readonly number[],
  signal: AbortSignal,
): Promise<string> {
  const limit = pLimit(PAIRS_AT_ONCE)
  const failed = new AbortController()
  const either = AbortSignal.any([signal, failed.signal])
  const all = ids.map((id) =>
    limit(async () => {
      either.throwIfAborted()
      const pair = store.pair(id)
      if (pair.problem !== null) {
        return null
      }
      const { folder } = await images.hold(pair, { pair: pair.key, folder: asked }, either)
      return folder
    }),
  )
  const folders = await Promise.all(all).catch(async (error: unknown) => {
    failed.abort()
    await Promise.allSettled(all)
    signal.throwIfAborted()
    throw error
  })
  return folders.find((folder) => folder !== null) ?? asked
}
