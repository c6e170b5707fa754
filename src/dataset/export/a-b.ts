import { accountOf, loadImages } from './images'
import { encodeMask } from './helper'
import { allCaptions } from './content'
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
  supports: { masks: 'union', categories: 'none', beforeMasks: 'none', details: false, captions: 'all' },
  sentences: allCaptions,
  async writePair(output, pair) {
    const images = await loadImages(pair.item, 'any')
    const path = (side: string, extension: string): string =>
      `${pair.split}/${side}/${pair.nameInSplit}.${extension}`
    const before = path('A', images.before.extension)
    const after = path('B', images.after.extension)
    const label = path('label', 'png')
    const mask = await encodeMask(output.helper, pair)
    await output.image(before, images.before)
    await output.image(after, images.after)
    await output.write(label, mask)
    return { pair, before, after, label, ...accountOf(images) }
  },
  async writeLists(output, written) {
    const entries = written.map(({ pair }) => {
      const captions = pair.content.captions.map(({ text }) => text)
      return `${JSON.stringify(pair.item.key)}: ${JSON.stringify(captions)}`
    })
    await output.write('captions.json', `{\n${entries.join(',\n')}\n}\n`)
  },
  notices: (pairs) => {
    const isMixed = pairs.some(
      ({ content }) => new Set(content.regions.map(({ category }) => category)).size > 1,
    )
    return isMixed ? ['Masks tell change from no change only: categories are left behind.'] : []
  },
}
