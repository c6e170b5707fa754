import { answersOf, conversationsOf, noChangeAnswer, writePairWithMask } from './conversations'
import { splitNames } from './split'
import type { Format } from './format'

/**
 * Conversations for Qwen-VL's fine-tuning, one a caption: two `<image>` tags in the question for two
 * images, none in the answer. Source: QwenLM/Qwen3-VL, qwen-vl-finetune/README.md.
 */
export const qwenVl: Format = {
  description:
    'Conversations for Qwen-VL: `SPLIT.jsonl`, one line a caption, so several for a pair with several ' +
    'captions. `images` are the before and the after image, relative to this folder (`data_path`). A pair ' +
    `without change and without caption is answered "${noChangeAnswer}" Our own field \`mask\` is a PNG of ` +
    'one channel, 255 where something changed in the after image.',
  supports: { masks: 'union', categories: 'none', beforeMasks: 'none', details: false, captions: 'all' },
  sentences: answersOf,
  writePair: writePairWithMask,
  async writeLists(output, written) {
    for (const split of splitNames) {
      const rows = written.filter(({ pair }) => pair.split === split).flatMap(conversationsOf)
      if (rows.length > 0) {
        await output.write(`${split}.jsonl`, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
      }
    }
  },
  notices: () => [],
}
