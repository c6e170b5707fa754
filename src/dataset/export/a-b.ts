import { countConverted, loadImages } from './images'
import { encodeMask } from './mask'
import { writeBelow } from './format'
import type { Format } from './format'

/**
 * Three folders a split with one name for the images and the mask of a pair, as LEVIR-CD and most code for
 * change detection have them.
 */
export const abFolders: Format = {
  description:
    'Plain folders: `SPLIT/A` holds the before images, `SPLIT/B` the after images and `SPLIT/label` the ' +
    'masks under the same name, PNG files of one channel, 255 where something changed in the after image ' +
    'and else 0. Regions are merged and their categories left behind. `captions.json` has every caption of ' +
    'a pair under its key, and an empty list where there is none; `pairs.jsonl` tells the files of each key.',
  countCaptions: ({ content }) => content.captions.length,
  async writePair(folder, pair) {
    const images = await loadImages(pair.item, 'any')
    const path = (side: string, extension: string): string =>
      `${pair.split}/${side}/${pair.nameInSplit}.${extension}`
    const before = path('A', images.before.extension)
    const after = path('B', images.after.extension)
    const label = path('label', 'png')
    const mask = await encodeMask(pair)
    await writeBelow(folder, before, images.before.bytes)
    await writeBelow(folder, after, images.after.bytes)
    await writeBelow(folder, label, mask)
    return { pair, before, after, label, convertedImages: countConverted(images) }
  },
  async writeLists(folder, written) {
    const entries = written.map(({ pair }) => {
      const captions = pair.content.captions.map(({ text }) => text)
      return `${JSON.stringify(pair.item.key)}: ${JSON.stringify(captions)}`
    })
    await writeBelow(folder, 'captions.json', `{\n${entries.join(',\n')}\n}\n`)
  },
  notices: (pairs) => {
    const isMixed = pairs.some(
      ({ content }) => new Set(content.regions.map(({ category }) => category)).size > 1,
    )
    return isMixed ? ['Masks tell change from no change only: categories are left behind.'] : []
  },
}
