import { z } from 'zod'
import { entriesOf, listsOf } from './captions-list'
import type { ImportFormat } from './item'
import { regionsOfLabel } from './masks'
import { hasKeys } from './spot-the-diff'

const LIST_FOLDERS = ['', 'dataset/adobe', 'adobe']
const IMAGE_FOLDERS = ['images', '', 'dataset/adobe/images', 'adobe/images']

const entrySchema = z.object({
  img0: z.string().min(1),
  img1: z.string().min(1),
  sents: z.array(z.string()),
  uid: z.union([z.string().min(1), z.int()]).transform(String),
})

/** Source: airsplay/VisualRelationships, dataset/adobe. */
export const imageEditingRequest: ImportFormat = {
  async fits(source) {
    const [first] = await listsOf(source, LIST_FOLDERS, ['json'])
    return first !== undefined && hasKeys(source, first.file, ['img0', 'img1', 'sents', 'uid'])
  },
  async *read({ source, problems }) {
    for (const { split, file } of await listsOf(source, LIST_FOLDERS, ['json'])) {
      const json = await source.json(file)
      for (const { entry, location } of entriesOf(json, file, entrySchema, problems)) {
        const { img0, img1, sents, uid } = entry
        try {
          const before = await source.file(img0, IMAGE_FOLDERS)
          const after = await source.file(img1, IMAGE_FOLDERS)
          const label = await source.fileOrNull(`${img1.replace(/_1\.[^.]*$/, '')}.png`, ['masks'])
          const regions = regionsOfLabel.bind(null, label)
          yield { location, key: uid, split, before, after, captions: sents, regions }
        } catch (error) {
          problems.leaveOut(error, location, uid)
        }
      }
    }
  },
}
