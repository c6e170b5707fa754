import { answersOf, conversationsOf, noChangeAnswer, writePairWithMask } from './conversations'
import { splitNames } from './split'
import { jsonList } from './format'
import type { Format } from './format'

/**
 * Conversations for LLaVA, one a caption. Its first code takes one image an entry; a list of images under
 * `image`, with one tag each, is the form of its later code for several (LLaVA-NeXT, interleaved data).
 * Source: haotian-liu/LLaVA, docs/Finetune_Custom_Data.md.
 */
export const llava: Format = {
  description:
    'Conversations for LLaVA: `SPLIT.json`, a list with one entry a caption, so several for a pair with ' +
    'several captions. `image` is a list of the before and the after image, relative to this folder ' +
    '(`image_folder`), with one `<image>` tag each in the question, as LLaVA-NeXT takes interleaved images; ' +
    'code that takes one image an entry cannot read pairs. A pair without change and without caption is ' +
    `answered "${noChangeAnswer}" Our own field \`mask\` is a PNG of one channel, 255 where something ` +
    'changed in the after image.',
  supports: { masks: 'union', categories: 'none', beforeMasks: 'none', details: false, captions: 'all' },
  sentences: answersOf,
  writePair: writePairWithMask,
  async writeLists(output, written) {
    for (const split of splitNames) {
      const rows = written
        .filter(({ pair }) => pair.split === split)
        .flatMap(conversationsOf)
        .map(({ id, images, mask, conversations }) => ({ id, image: images, mask, conversations }))
      if (rows.length > 0) {
        await output.write(`${split}.json`, jsonList(rows))
      }
    }
  },
  notices: () => [],
}
