import { accountOf, loadImages } from './images'
import { encodeMask } from './helper'
import { sentencesOf } from './content'
import type { PairContent } from './content'
import type { PlannedPair, WrittenPair } from './planned-pair'
import type { OutputFolder } from './output'
import { SPLIT_NAMES } from './split'
import { jsonList } from './format'
import type { Format } from './format'

/** Pairs as a question over two images and its answer. */

const QUESTION = '<image>\n<image>\nWhat are the differences between these two images?'
const NO_CHANGE_ANSWER = 'There is no difference between the two images.'

export interface Conversation {
  id: string
  images: [before: string, after: string]
  /** Our own field: 0 and 255 in the after frame. */
  mask: string | null
  conversations: [{ from: 'human'; value: string }, { from: 'gpt'; value: string }]
}

async function writePairWithMask(output: OutputFolder, pair: PlannedPair): Promise<WrittenPair> {
  const images = await loadImages(pair.item, 'any')
  const before = `images/before/${pair.name}.${images.before.extension}`
  const after = `images/after/${pair.name}.${images.after.extension}`
  const label = `masks/${pair.name}.png`
  const mask = await encodeMask(output.helper, pair)
  await output.image(before, images.before)
  await output.image(after, images.after)
  await output.write(label, mask)
  return { pair, before, after, label, ...accountOf(images) }
}

/** One a caption. */
function conversationsOf({ pair, before, after, label }: WrittenPair): Conversation[] {
  return answersOf(pair.content).map((answer, index) => ({
    id: `${pair.item.key}#${index}`,
    images: [before, after],
    mask: label,
    conversations: [
      { from: 'human', value: QUESTION },
      { from: 'gpt', value: answer },
    ],
  }))
}

function answersOf(content: PairContent): string[] {
  return sentencesOf(content, NO_CHANGE_ANSWER).map(withoutTags)
}

/** A tag in an answer would be counted as another image. */
function withoutTags(text: string): string {
  return text.replace(/<(image|video)>/gi, '$1')
}

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
    `answered "${NO_CHANGE_ANSWER}" Our own field \`mask\` is a PNG of one channel, 255 where something ` +
    'changed in the after image.',
  supports: { masks: 'union', categories: 'none', beforeMasks: 'none', details: false, captions: 'all' },
  sentences: answersOf,
  writePair: writePairWithMask,
  async writeLists(output, written) {
    for (const split of SPLIT_NAMES) {
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

/**
 * Conversations for Qwen-VL's fine-tuning, one a caption: two `<image>` tags in the question for two
 * images, none in the answer. Source: QwenLM/Qwen3-VL, qwen-vl-finetune/README.md.
 */
export const qwenVl: Format = {
  description:
    'Conversations for Qwen-VL: `SPLIT.jsonl`, one line a caption, so several for a pair with several ' +
    'captions. `images` are the before and the after image, relative to this folder (`data_path`). A pair ' +
    `without change and without caption is answered "${NO_CHANGE_ANSWER}" Our own field \`mask\` is a PNG of ` +
    'one channel, 255 where something changed in the after image.',
  supports: { masks: 'union', categories: 'none', beforeMasks: 'none', details: false, captions: 'all' },
  sentences: answersOf,
  writePair: writePairWithMask,
  async writeLists(output, written) {
    for (const split of SPLIT_NAMES) {
      const rows = written.filter(({ pair }) => pair.split === split).flatMap(conversationsOf)
      if (rows.length > 0) {
        await output.write(`${split}.jsonl`, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
      }
    }
  },
  notices: () => [],
}
