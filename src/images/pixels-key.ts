import { converterIn } from './colour/shown-colours'
import { fileSource, withImageFile } from './file'
import { isDicom } from './header/header'

/** Raised when the same profile gives other colours than before. */
const COLOURS_VERSION = 1
/** Raised when pairs of DICOM files are shown by other windows than before. */
const WINDOWS_VERSION = 1

/** Asked for each picture and each tile, and to read a header takes a quarter of a millisecond. */
const known = new Map<string, string>()
const MOST_KNOWN = 5000

/**
 * For names of what is made from an image's pixels: another one where its colours are converted, or its values are shown
 * by windows of the file, in another way than before. By the header alone. Empty for files whose pixels are taken as
 * they are, and for one that cannot be read: that is told elsewhere.
 * @param stamp another one for another content of the file
 */
export async function pixelsKey(path: string, stamp: string): Promise<string> {
  const name = `${stamp} ${path}`
  const key = known.get(name) ?? (await readKey(path))
  if (key === null) {
    return ''
  }
  if (known.size >= MOST_KNOWN) {
    known.clear()
  }
  known.set(name, key)
  return key
}

/** Null where it cannot be read. */
async function readKey(path: string): Promise<string | null> {
  try {
    return await withImageFile(
      path,
      async (handle, sizeBytes) => {
        const source = fileSource(handle, sizeBytes)
        if (await isDicom(source)) {
          return `window${WINDOWS_VERSION}`
        }
        return (await converterIn(source)) === null ? '' : `srgb${COLOURS_VERSION}`
      },
      Infinity,
    )
  } catch {
    return null
  }
}
