import { z } from 'zod'
import { splitOf } from '../../split-names'
import { MOST_WORDS, SENTENCE_COUNT, toSentence } from './sentences'
import { entriesOf, givenList } from '../../import/captions-list'
import type { FormatReader, RawItem, ReadContext } from '../../import/item'
import { regionsOfLabel } from '../../import/masks'
import type { SourceLocation, Problems } from '../../import/problems'
import type { SourceFile, Source } from '../../import/source'
import { readLabelValues } from '../../label-classes'

/** The sentence that the loader looks for. */
const STATES_SAME = /^\s*the scene is the same as before\b/

/** Warns of labels that the loader cannot take: channels, values, and a flag that contradicts the label. */
async function checkLevirLabel(
  label: SourceFile,
  { changeflag: changeFlag, sentences }: { changeflag?: number | undefined; sentences: readonly string[] },
  item: string,
  problems: Problems,
): Promise<void> {
  const location = { file: label.path, line: null }
  const values = await readLabelValues(label.absolute).catch(() => null)
  if (values === null) {
    return // the item itself is left out for it
  }
  if (values.colours !== 3) {
    problems.warn(location, 'The loader stops at a label of one channel: write three equal ones.', item)
  }
  const seen = new Set(Array.from(values.data))
  if (values.isColoured) {
    problems.warn(
      location,
      'It has colours, as predict.py paints them: the loader takes the red one for the class.',
      item,
    )
    return
  }
  const others = [...seen].filter((value) => value !== 0 && value !== 128 && value !== 255)
  if (others.length > 0) {
    problems.warn(location, `The loader knows the values 0, 128 and 255, and here is ${others[0]}.`, item)
  }
  if (!seen.has(128) && !seen.has(255)) {
    return
  }
  if (changeFlag === 0) {
    problems.warn(location, 'changeflag is 0, and the label has changed pixels.', item)
  }
  if (sentences.some((text) => STATES_SAME.test(text))) {
    problems.warn(
      location,
      'One sentence says that nothing changed, and in training the loader takes it for all five.',
      item,
    )
  }
}

const LISTS = ['LevirCCcaptions.json', 'Levir-MCI-dataset/LevirCCcaptions.json']

const sentenceSchema = z
  .object({ raw: z.string().optional(), tokens: z.array(z.string()).optional() })
  .transform(({ raw, tokens }, context) => {
    const text = raw ?? tokens?.join(' ')
    if (text === undefined) {
      context.addIssue({ code: 'custom', message: 'a sentence has neither raw nor tokens' })
      return z.NEVER
    }
    return text
  })

const entrySchema = z.object({
  filename: z.string().min(1),
  filepath: z.string().optional(),
  split: z.string().optional(),
  changeflag: z.int().optional(),
  sentences: z.array(sentenceSchema),
})
type Entry = z.output<typeof entrySchema>

/**
 * LEVIR-CC and LEVIR-MCI. Warns of data that its loaders cannot take.
 * Source: Chen-Yang-Liu/Change-Agent, README.md and Multi_change/data/LEVIR_MCI.py.
 */
export const levirMciReader: FormatReader = {
  async fits(source) {
    const file = await listOf(source)
    return file !== null && (file !== givenList(source, ['json']) || (await isLevirList(source, file)))
  },
  async *read(context) {
    const { source, problems } = context
    const file = await listOf(source)
    if (file === null) {
      return
    }
    const json = await source.json(file)
    const list = { value: (json.value as { images?: unknown } | null)?.images, name: 'images' }
    const base = file.includes('/') ? `${file.slice(0, file.lastIndexOf('/'))}/` : ''
    for (const { entry, location } of entriesOf(json, file, entrySchema, problems, list)) {
      try {
        const item = await itemOf(entry, location, base, source)
        await warnOfTraps(entry, item, context)
        yield item
      } catch (error) {
        problems.leaveOut(error, location, entry.filename)
      }
    }
  },
}

/** A list that is given as a file may have any name. */
async function listOf(source: Source): Promise<string | null> {
  return (await source.firstOf(LISTS)) ?? givenList(source, ['json'])
}

/** COCO has a list of images too, and no sentences in it. */
async function isLevirList(source: Source, file: string): Promise<boolean> {
  const { value } = await source.json(file)
  return z.object({ images: z.tuple([entrySchema], z.unknown()) }).safeParse(value).success
}

async function itemOf(
  { filename, filepath, split, sentences }: Entry,
  location: SourceLocation,
  base: string,
  source: Source,
): Promise<RawItem & { label: SourceFile | null }> {
  const folder = filepath ?? split ?? ''
  const places = (side: string): string[] =>
    [`images/${folder}/${side}`, `${folder}/${side}`, `images/${side}`, side].map((path) =>
      `${base}${path}`.replaceAll('//', '/'),
    )
  const before = await source.image(filename, places('A'))
  const after = await source.image(filename, places('B'))
  const label = await source.maskOrNull(filename, places('label'))
  return {
    location,
    key: filename.replace(/\.[^.]*$/, ''),
    split: splitOf(split ?? '') ?? splitOf(folder),
    before,
    after,
    label,
    captions: sentences,
    regions: regionsOfLabel.bind(null, label),
  }
}

async function warnOfTraps(
  entry: Entry,
  { before, label }: { before: SourceFile; label: SourceFile | null },
  { problems, isCheck }: ReadContext,
): Promise<void> {
  const { filename, sentences } = entry
  if (!isCheck) {
    return
  }
  const location = { file: before.path, line: null }
  const warn = (message: string): void => problems.warn(location, message, filename)
  const capitals = before.path.replace(/(^|\/)A\/[^/]*$/, '$1') + filename
  if (capitals.includes('A')) {
    warn('The loader replaces every capital A of the path by B and label, and this one has another.')
  }
  if (!/^(train|val|test)_/.test(filename)) {
    warn('The loader takes the split from the name, which does not begin with train_, val_ or test_.')
  }
  if (filename.includes('-')) {
    warn('The loader takes what follows a dash in the name for a number of a sentence.')
  }
  if (sentences.length !== SENTENCE_COUNT) {
    warn(`The loaders draw from ${SENTENCE_COUNT} sentences a pair; this one has ${sentences.length}.`)
  }
  for (const text of sentences) {
    if (toSentence(text) === null) {
      warn(`A sentence has none or more than ${MOST_WORDS} words, for which the loader has room.`)
    } else if (text !== text.toLowerCase()) {
      warn('A sentence has capital letters: the loader does not change case, and its words are other words.')
    }
  }
  if (label !== null) {
    await checkLevirLabel(label, entry, filename, problems)
  }
}
