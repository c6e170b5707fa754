import { linkSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { encodePng } from '../src/images/raster'
import { makePair } from '../src/images/testing'

/** A file system allows only so many links to one file. */
const LINKS_A_FILE = 30_000

/**
 * Many pairs of the same two images, in `A` and `B` of a folder, as links to few files.
 * @param nameOf of a pair, without its ending
 */
export async function writeLinkedPairs(
  folder: string,
  { count, side: size, nameOf }: { count: number; side: number; nameOf: (index: number) => string },
): Promise<void> {
  const { before, after } = makePair(0, size, size)
  for (const [side, image] of Object.entries({ A: before, B: after })) {
    mkdirSync(join(folder, side), { recursive: true })
    const bytes = await encodePng(image)
    let source = ''
    for (let index = 0; index < count; index += 1) {
      const path = join(folder, side, `${nameOf(index)}.png`)
      if (index % LINKS_A_FILE === 0) {
        writeFileSync(path, bytes)
        source = path
      } else {
        linkSync(source, path)
      }
    }
  }
}
