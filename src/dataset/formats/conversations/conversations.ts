import { writeInImages } from '../../export/images'
import { sentencesOf } from '../../export/chosen-captions'
import type { ContentFacts, PlannedPair, WrittenPair } from '../../export/export-pair'
import type { OutputFolder } from '../../export/output'
import { SPLIT_NAMES } from '../../export/assign-splits'
import type { SplitName } from '../../export/assign-splits'
import { mapped, writeJsonLines, writeJsonList } from '../../export/write-pieces'
import { codeBlock } from '../format'
import type { DatasetFormat, FormatOptions, FormatWriter } from '../format'
import { withChangeDefinition } from '../../../contract/project'
import { conversations } from './reader'
import { message } from '../../../messages/message'

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

function writePairWithMask(output: OutputFolder, pair: PlannedPair): Promise<WrittenPair> {
  return writeInImages(output, pair, `masks/${pair.name}`)
}

/** One a caption. */
function conversationsOf(
  { pair, before, after, label }: WrittenPair,
  { changeDefinition = '' }: FormatOptions,
): Conversation[] {
  const question = withChangeDefinition(QUESTION, withoutTags(changeDefinition))
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

/** A pair has one at least. */
function* conversationsIn(pairs: readonly WrittenPair[], options: FormatOptions): Generator<Conversation> {
  for (const pair of pairs) {
    yield* conversationsOf(pair, options)
  }
}

function answersOf(content: ContentFacts): string[] {
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
const llavaWriter: FormatWriter = {
  description:
    'Conversations for LLaVA: `SPLIT.json`, a list with one entry a caption, so several for a pair with ' +
    'several captions. `image` is a list of the before and the after image, relative to this folder ' +
    '(`image_folder`), with one `<image>` tag each in the question, as LLaVA-NeXT takes interleaved images; ' +
    'code that takes one image an entry cannot read pairs. A pair without change and without caption is ' +
    `answered "${NO_CHANGE_ANSWER}" Our own field \`mask\` is a PNG of one channel, 255 where something ` +
    'changed in the after image.',
  supports: { masks: 'union', categories: 'none', beforeMasks: 'none', details: 'none', captions: 'all' },
  sentences: answersOf,
  writePair: writePairWithMask,
  async writeLists(output, written, options) {
    for (const split of SPLIT_NAMES) {
      const ofSplit = written.filter(({ pair }) => pair.split === split)
      if (ofSplit.length > 0) {
        const entries = mapped(conversationsIn(ofSplit, options), ({ id, images, mask, conversations }) => ({
          id,
          image: images,
          mask,
          conversations,
        }))
        await writeJsonList(output, `${split}.json`, entries)
      }
    }
  },
  notices: () => [],
}

export const llava: DatasetFormat = {
  name: 'llava',
  title: 'LLaVA conversations',
  summary: message('formats.llava'),
  recognisedBy: 'conversations',
  page: {
    carries: { captions: 'all, without tags' },
    text: 'As `qwen-vl`, with the two images as a list under `image`.',
  },
  writer: llavaWriter,
  reader: conversations('image', ['json', 'jsonl']),
}

/**
 * Conversations for Qwen-VL's fine-tuning, one a caption: two `<image>` tags in the question for two
 * images, none in the answer. Source: QwenLM/Qwen3-VL, qwen-vl-finetune/README.md.
 */
const qwenVlWriter: FormatWriter = {
  description:
    'Conversations for Qwen-VL: `SPLIT.jsonl`, one line a caption, so several for a pair with several ' +
    'captions. `images` are the before and the after image, relative to this folder (`data_path`). A pair ' +
    `without change and without caption is answered "${NO_CHANGE_ANSWER}" Our own field \`mask\` is a PNG of ` +
    'one channel, 255 where something changed in the after image.',
  supports: { masks: 'union', categories: 'none', beforeMasks: 'none', details: 'none', captions: 'all' },
  sentences: answersOf,
  writePair: writePairWithMask,
  async writeLists(output, written, options) {
    for (const split of SPLIT_NAMES) {
      const ofSplit = written.filter(({ pair }) => pair.split === split)
      if (ofSplit.length > 0) {
        await writeJsonLines(output, `${split}.jsonl`, conversationsIn(ofSplit, options))
      }
    }
  },
  notices: () => [],
}

export const qwenVl: DatasetFormat = {
  name: 'qwen-vl',
  title: 'Qwen-VL conversations',
  summary: message('formats.qwenVl'),
  recognisedBy: 'conversations',
  page: {
    carries: { captions: 'all, without tags' },
    text:
      'One conversation a caption; conversations over the same two images are one pair. `check` counts `<image>` tags ' +
      'against images. A caption that holds such a tag loses its brackets.',
  },
  trainer: { name: "Qwen-VL's fine-tuning", readme: qwenReadme },
  writer: qwenVlWriter,
  reader: conversations('images', ['jsonl', 'json']),
}

/** Source: QwenLM/Qwen3-VL, qwen-vl-finetune/README.md. */
function qwenReadme(splits: readonly SplitName[]): string[] {
  const [first = 'train'] = splits
  return [
    '# Fine-tuning Qwen-VL on this folder',
    'On one GPU, with low-rank adapters, in `qwen-vl-finetune` of https://github.com/QwenLM/Qwen3-VL:',
    codeBlock(
      'sh',
      'python qwenvl/train/train_qwen_trl.py \\',
      '    --model_name_or_path Qwen/Qwen3-VL-4B-Instruct \\',
      `    --dataset_path /data/mine/${first}.jsonl --data_root /data/mine \\`,
      '    --output_dir ./output/mine --per_device_train_batch_size 1 --gradient_accumulation_steps 4 \\',
      '    --num_train_epochs 1 --learning_rate 2e-5 --bf16 --gradient_checkpointing \\',
      '    --use_peft --lora_r 64 --lora_alpha 16 --lora_target_modules all-linear --report_to none',
    ),
    'On several, add the set to `qwenvl/data/__init__.py` and name it to `train_qwen.py` with `--dataset_use mine`:',
    codeBlock(
      'python',
      `MINE = {"annotation_path": "/data/mine/${first}.jsonl", "data_path": "/data/mine"}`,
      'data_dict = {"mine": MINE}',
    ),
    'Small changes are lost where images are shrunk: raise `--max_pixels` to the pixels of one of your images.',
  ]
}
