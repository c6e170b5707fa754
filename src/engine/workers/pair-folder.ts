import { failWith, toFailure } from '../../contract/errors'
import { message } from '../../messages/message'
import type { StoredPair } from '../../store/pair-records'
import { imageInside } from '../pictures/pair-images'

/** A pair's files, for as long as its proposal is made. */
export interface HeldImages {
  /** The pair's paths are relative to it. */
  folder: string
  /** Whether masks beside the images are there too. */
  hasLabels: boolean
  release(): Promise<void>
}

/** A pair that is asked for. */
export interface WantedImages {
  /** Its key in the project. */
  pair: string
  /** Where the program that asks has the images. */
  folder: string
}

/** Where a worker has images from. */
export interface WorkerImages {
  /** @throws ContractError `unavailable` where they cannot be had here; `cancelled` */
  hold(pair: StoredPair, wanted: WantedImages, signal: AbortSignal): Promise<HeldImages>
  /** The same images. Those that must be brought are kept in this folder, also when the program ends, until `close`. */
  keptIn(folder: string): WorkerImages
  close(): Promise<void>
}

/**
 * Images of a folder of this machine.
 * @param folder null for the path that the program which asked has them under
 */
export function folderImages(folder: string | null): WorkerImages {
  const images: WorkerImages = {
    async hold({ before, after }, wanted) {
      const place = folder ?? wanted.folder
      // what is missing here may be there for others: it is no problem of the pair
      for (const path of [before, after]) {
        await requireThere(place, path)
      }
      return { folder: place, hasLabels: true, release: async () => undefined }
    },
    keptIn: () => images,
    close: async () => undefined,
  }
  return images
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
