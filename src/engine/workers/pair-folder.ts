import { failWith, toFailure } from '../../contract/errors'
import { message } from '../../messages/message'
import type { ProposalJob } from '../../queue/proposal-job'
import type { StoredPair } from '../../store/pair-records'
import { imageInside } from '../pair-images'

/** A pair's files, for as long as its proposal is made. */
export interface HeldImages {
  /** The pair's paths are relative to it. */
  folder: string
  /** Whether masks beside the images are there too. */
  hasLabels: boolean
  release(): Promise<void>
}

/** Where a worker has images from. */
export interface WorkerImages {
  /** @throws ContractError `unavailable` where they cannot be had here; `cancelled` */
  hold(pair: StoredPair, job: ProposalJob, signal: AbortSignal): Promise<HeldImages>
  close(): Promise<void>
}

/**
 * Images of a folder of this machine.
 * @param folder null for the path that the program which asked has them under
 */
export function folderImages(folder: string | null): WorkerImages {
  return {
    async hold({ before, after }, job) {
      const place = folder ?? job.folder
      // what is missing here may be there for others: it is no problem of the pair
      for (const path of [before, after]) {
        await requireThere(place, path)
      }
      return { folder: place, hasLabels: true, release: async () => undefined }
    },
    close: async () => undefined,
  }
}

/** @throws ContractError `unavailable` where it is missing; `bad-image` where it leads out of the folder */
async function requireThere(folder: string, path: string): Promise<void> {
  try {
    await imageInside(folder, path)
  } catch (error) {
    const failure = toFailure(error)
    if (failure.code === 'bad-image' && failure.reason === 'missing') {
      throw failWith('unavailable', message('workers.imagesMissing', { path: `${folder}/${path}` }))
    }
    throw error
  }
}
