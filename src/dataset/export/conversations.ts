import { accountOf, loadImages } from './images'
import { encodeMask } from './mask'
import { sentencesOf } from './content'
import type { PairContent } from './content'
import type { PlannedPair, WrittenPair } from './planned-pair'
import type { OutputFolder } from './output'

/** Pairs as a question over two images and its answer. */

const question = '<image>\n<image>\nWhat are the differences between these two images?'
export const noChangeAnswer = 'There is no difference between the two images.'

export interface Conversation {
  id: string
  images: [before: string, after: string]
  /** Our own field: 0 and 255 in the after frame. */
  mask: string | null
  conversations: [{ from: 'human'; value: string }, { from: 'gpt'; value: string }]
}

export async function writePairWithMask(output: OutputFolder, pair: PlannedPair): Promise<WrittenPair> {
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
export function conversationsOf({ pair, before, after, label }: WrittenPair): Conversation[] {
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

export function answersOf(content: PairContent): string[] {
  return sentencesOf(content, noChangeAnswer).map(withoutTags)
}

/** A tag in an answer would be counted as another image. */
function withoutTags(text: string): string {
  return text.replace(/<(image|video)>/gi, '$1')
}
