import { fileSource, ImageError, withImageFile } from '../file'
import { HeaderError } from '../header/source'
import { parseNifti } from './volume'
import type { NiftiVolume } from './volume'
import { isVolume, volumeStart } from './volume-bytes'

/** What the header of a file says, without its voxels; null where it is no NIfTI file that can be read. */
export async function readVolume(path: string): Promise<NiftiVolume | null> {
  try {
    return await withImageFile(
      path,
      async (handle, bytes) => {
        const source = fileSource(handle, bytes)
        return (await isVolume(source)) ? ownHeader(parseNifti(await volumeStart(source))) : null
      },
      Infinity,
    )
  } catch (error) {
    if (error instanceof ImageError || error instanceof HeaderError) {
      return null
    }
    throw error
  }
}

/** Many are kept, and a part of the bytes that were read would keep all of them. */
function ownHeader(volume: NiftiVolume): NiftiVolume {
  return { ...volume, header: Buffer.from(volume.header) }
}
