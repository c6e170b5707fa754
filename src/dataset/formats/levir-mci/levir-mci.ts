import type { Region } from '../../../domain/document'
import type { GreyImage } from '../../../images/raster'
import { paintRle } from '../../../mask/rle'
import { LEVIR_CLASSES } from '../../label-classes'
import { accountOf, loadImages } from '../../export/images'
import type {
  ContentFacts,
  CountedPair,
  ExportItem,
  PlannedPair,
  WrittenPair,
} from '../../export/export-pair'
import { requireUnchanged } from '../../export/chosen-captions'
import { PairLeftOut } from '../../export/export-pair'
import { commaLines, mapped, writePieces } from '../../export/write-pieces'
import {
  isNoChange,
  isSentence,
  MOST_WORDS,
  NO_CHANGE_SENTENCES,
  SENTENCE_COUNT,
  toSentence,
} from './sentences'
import type { LevirSentence } from './sentences'
import { levirMciReader } from './reader'
import { categoriesIn, codeBlock } from '../format'
import type { DatasetFormat, FormatWriter } from '../format'
import type { SplitName } from '../../export/assign-splits'
import type { OutputFolder } from '../../export/output'
import { message } from '../../../messages/message'
import type { Message } from '../../../messages/message'
import { unsegmentedNotice } from '../unsegmented-captions'

const ROAD_NAMES = new Set(['road', 'roads', 'street', 'path'])
const [road, building] = LEVIR_CLASSES.map(({ value }) => value)

/**
 * LEVIR-MCI. What its loaders ask for, and where it is met: masks with three channels and 0, 128 or 255;
 * names that begin with their split and hold neither `A` nor `-`, as the loader replaces every capital A
 * of a path and cuts names at the dash; five sentences a pair of at most 39 words.
 * Source: Chen-Yang-Liu/Change-Agent, Multi_change/data/LEVIR_MCI.py and preprocess_data.py.
 */
const writer: FormatWriter = {
  description:
    'LEVIR-MCI: `images/{train,val,test}/{A,B,label}` and `LevirCCcaptions.json`. Labels are PNG files of ' +
    'three equal channels, 128 for roads and 255 for all else. Images are 8-bit RGB PNG files. Each pair has ' +
    'five sentences: its captions in order, repeated from the first where there are fewer. They are written ' +
    'in lower case, as the loader takes them; `pairs.jsonl` has the first caption as it was typed. A pair ' +
    'without change and without caption has the five sentences of LEVIR-CC for that. The loader replaces ' +
    'every capital A of the path that it is given: give it a path without one.',
  supports: { masks: 'classes', categories: 'some', beforeMasks: 'none', details: 'none', captions: 'five' },
  sentences: (content) => sentencesOf(content).map(({ raw }) => raw),
  countCaptions: (content) => Math.min(usableOf(content).length, SENTENCE_COUNT),
  writePair,
  writeLists: (output, written) =>
    writePieces(output, 'LevirCCcaptions.json', captionsJson(written.map(({ pair }) => pair))),
  notices: (pairs, out) => [
    ...pathNotice(out),
    ...sizeNotice(pairs),
    ...categoryNotice(pairs),
    ...captionNotice(pairs),
    ...unsegmentedNotice(pairs),
  ],
}

export const levirMci: DatasetFormat = {
  name: 'levir-mci',
  title: 'LEVIR-MCI',
  summary: message('formats.levirMci'),
  recognisedBy: 'list-names',
  page: {
    carries: { categories: 'road, all else', captions: 'five, in lower case' },
    text:
      '`LevirCCcaptions.json` and `images/SPLIT/{A,B,label}`; LEVIR-CC is read too. Sentences are taken from `raw`, ' +
      'or from `tokens`. `check` reports known traps of the loaders: labels of one channel or with other values, ' +
      'capital A in a name, a name without its split, a dash, more than 39 words, capital letters, other than five ' +
      'sentences, `changeflag` 0 over a changed label, "the scene is the same as before" over a changed label (in ' +
      'training it replaces all five), coloured predictions instead of labels.',
  },
  trainer: { name: 'Change-Agent', readme: changeAgentReadme },
  writer,
  reader: levirMciReader,
}

function fileName({ split, number }: PlannedPair): string {
  return `${split}_${String(number).padStart(6, '0')}.png`
}

async function writePair(output: OutputFolder, pair: PlannedPair): Promise<WrittenPair> {
  const images = await loadImages(pair.item, 'rgb-png')
  const path = (side: string): string => `images/${pair.split}/${side}/${fileName(pair)}`
  const label = await output.helper.mask(labelOf(pair.item, pair.content.regions), 3)
  await output.image(path('A'), images.before)
  await output.image(path('B'), images.after)
  await output.write(path('label'), label)
  return {
    pair,
    before: path('A'),
    after: path('B'),
    label: path('label'),
    ...accountOf(images),
  }
}

/** The value of each pixel; where regions overlap the later drawn counts. */
function labelOf({ width, height }: ExportItem, regions: readonly Region[]): GreyImage {
  const data = new Uint8Array(width * height)
  regions.forEach((region) => paintRle(region.mask, data, valueOf(region)))
  return { width, height, data }
}

function valueOf({ category }: Pick<Region, 'category'>): number {
  return ROAD_NAMES.has(category.trim().toLowerCase()) ? road : building
}

/** Captions of the pair that the loader takes. @throws PairLeftOut if a changed pair has none, or all do not fit */
function usableOf(content: ContentFacts): readonly { text: string }[] {
  const { captions } = content
  const usable = captions.filter(({ text }) => isSentence(text))
  if (usable.length === 0 && captions.length > 0) {
    throw new PairLeftOut(message('exports.captionLength'))
  }
  if (captions.length === 0) {
    requireUnchanged(content)
  }
  return usable
}

/** Five. @throws PairLeftOut as `usableOf` */
function sentencesOf(content: ContentFacts): LevirSentence[] {
  const usable = usableOf(content).map(({ text }) => text)
  const known = (usable.length > 0 ? usable : NO_CHANGE_SENTENCES).map((text) => toSentence(text)!)
  return Array.from({ length: SENTENCE_COUNT }, (_, index) => known[index % known.length])
}

/** The Karpathy form: `imgid` over all images, `sentid` over all sentences, both from 0. */
function* captionsJson(pairs: readonly PlannedPair[]): Generator<string> {
  const images = mapped(pairs.entries(), ([imgid, pair]) => {
    const all = sentencesOf(pair.content)
    const isChange = pair.content.hasChange || all.some((sentence) => !isNoChange(sentence))
    const sentences = all.map(({ tokens, raw }, index) => {
      return { tokens, raw, imgid, sentid: imgid * SENTENCE_COUNT + index }
    })
    return JSON.stringify({
      filepath: pair.split,
      filename: fileName(pair),
      imgid,
      split: pair.split,
      changeflag: isChange ? 1 : 0,
      sentids: sentences.map(({ sentid }) => sentid),
      sentences,
    })
  })
  yield '{"images": [\n'
  yield* commaLines(images)
  yield '\n], "dataset": "levir-mci"}\n'
}

/** Only a warning: what the loader replaces is the path that it is given, and that may be another one. */
function pathNotice(out: string | null): Message[] {
  return out?.includes('A') === true ? [message('exports.capitalA', { path: out })] : []
}

function sizeNotice(pairs: readonly CountedPair[]): Message[] {
  const sizes = new Set<string>()
  let [width, height] = [-1, -1]
  for (const { item } of pairs) {
    if (item.width !== width || item.height !== height) {
      ;({ width, height } = item)
      sizes.add(`${width} x ${height}`)
    }
  }
  return sizes.size > 1 ? [message('exports.manySizes', { count: sizes.size })] : []
}

function categoryNotice(pairs: readonly CountedPair[]): Message[] {
  const others = [...categoriesIn(pairs.map(({ content }) => content))]
    .filter((category) => valueOf({ category }) === building && !/^buildings?$/i.test(category.trim()))
    .sort()
  return others.length > 0 ? [message('exports.asBuilding', { names: others.join(', ') })] : []
}

/** A pair all of whose captions are too long is left out, with a reason of its own. */
function captionNotice(pairs: readonly CountedPair[]): Message[] {
  const long = pairs.flatMap(({ content }) =>
    content.captions.flatMap(({ text }, index) => (isTooLong(text) ? [index] : [])),
  )
  const first = long.filter((index) => index === 0).length
  return long.length > 0
    ? [message('exports.longCaptions', { count: long.length, first, words: MOST_WORDS })]
    : []
}

function isTooLong(text: string): boolean {
  // a word has a character at least
  return text.length > MOST_WORDS && !isSentence(text)
}

/** Source: Chen-Yang-Liu/Change-Agent, README.md and Multi_change/preprocess_data.py. */
function changeAgentReadme(splits: readonly SplitName[]): string[] {
  const missing = (['train', 'val', 'test'] as const).filter((split) => !splits.includes(split))
  return [
    '# Training Change-Agent on this folder',
    'Put the folder at a path without a capital A (its loader replaces each of them), here `/data/mine`. Then:',
    codeBlock(
      'sh',
      'git clone https://github.com/Chen-Yang-Liu/Change-Agent.git',
      'cd Change-Agent/Multi_change',
      'pip install -r requirements.txt',
      '# set the path of LevirCCcaptions.json in preprocess_data.py to /data/mine/LevirCCcaptions.json, then',
      'python preprocess_data.py',
      'python train.py --train_goal 2 --data_folder /data/mine/images --savepath ./models_ckpt/',
      'python test.py --data_folder /data/mine/images --checkpoint ./models_ckpt/CHECKPOINT.pth',
    ),
    'A word counts only where it stands more than five times in the captions: small sets lose rare words. ' +
      'Words are what stands between blanks: captions without blanks, as in Chinese or Japanese, have to be ' +
      'segmented into words first, as each is one or two words to the loader otherwise. ' +
      'Images are not resized: sets with several sizes need batches of 1.',
    ...(missing.length === 0
      ? []
      : [
          `This folder has no ${missing.join(' and no ')} pairs, and the commands above read all three splits.`,
        ]),
  ]
}
