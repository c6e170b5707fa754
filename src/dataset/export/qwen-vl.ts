import { countConverted, loadImages } from './images'
import { encodeMask } from './mask'
import { splitNames } from './split'
import { sentencesOf } from './content'
import type { PairContent } from './content'
import { writeBelow } from './format'
import type { Format, WrittenPair } from './format'

const question = '<image>\n<image>\nWhat are the differences between these two images?'
const noChangeAnswer = 'There is no difference between the two images.'

interface Row {
  id: string
  images: [before: string, after: string]
  /** Our own field: 0 and 255 in the after frame. */
  mask: string | null
  conversations: [{ from: 'human'; value: string }, { from: 'gpt'; value: string }]
}

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
  countCaptions: ({ content }) => {
    answersOf(content)
    return content.captions.length
  },
  async writePair(folder, pair) {
    const images = await loadImages(pair.item, 'any')
    const before = `images/before/${pair.name}.${images.before.extension}`
    const after = `images/after/${pair.name}.${images.after.extension}`
    const label = `masks/${pair.name}.png`
    const mask = await encodeMask(pair)
    await writeBelow(folder, before, images.before.bytes)
    await writeBelow(folder, after, images.after.bytes)
    await writeBelow(folder, label, mask)
    return { pair, before, after, label, convertedImages: countConverted(images) }
  },
  async writeLists(folder, written) {
    for (const split of splitNames) {
      const rows = written.filter(({ pair }) => pair.split === split).flatMap(rowsOf)
      if (rows.length > 0) {
        await writeBelow(folder, `${split}.jsonl`, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
      }
    }
  },
  notices: () => [],
}

function rowsOf({ pair, before, after, label }: WrittenPair): Row[] {
  return answersOf(pair.content).map((answer, index) => ({
    id: `${pair.item.key}#${index}`,
    images: [before, after],
    mask: label,
    conversations: [
      { from: 'human', value: question },
      { from: 'gpt', value: answer },
    ],
  }))
}

function answersOf(content: PairContent): string[] {
  return sentencesOf(content, noChangeAnswer).map(withoutTags)
}

/** A tag in an answer would be counted as another image. */
function withoutTags(text: string): string {
  return text.replace(/<(image|video)>/gi, '$1')
}
