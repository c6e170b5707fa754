import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { mapOf } from '../basics/map-of'
import type { ChangeType } from '../metrics/change-captions'
import { Meteor } from '../metrics/meteor/meteor'
import { loadMeteorFolder, loadProductResources } from '../scoring/meteor-product'
import { buildLevirVocabulary, levirTokens, levirWords } from '../text/levir'
import type { LevirVocabulary } from '../text/levir'
import { cocoTokens } from '../text/ptb/tokenize'
import { readCaptions } from './caption-files'
import type { PairedItems } from './caption-files'
import { ScoreInputError } from './output'
import type { CaptionProtocol } from './score-report'

/** The options of `score` that name the resources of scoring. */
export interface ResourceOptions {
  protocol: CaptionProtocol
  vocabulary?: string
  vocabularyFrom?: string
  meteorResources?: string
}

/** The tokenizer of the protocol, and remarks about it. */
export async function makeTokenizer(
  options: ResourceOptions,
  pairing: PairedItems,
): Promise<{ tokenize: (caption: string) => string; note: string[] }> {
  if (options.protocol === 'coco') {
    return { tokenize: cocoTokens, note: [] }
  }
  const { vocabulary, source } = await readVocabulary(options, pairing)
  const words = pairing.items.flatMap((item) => item.references.flatMap((text) => levirWords(text)))
  const unknown = words.filter((word) => !vocabulary.has(word)).length
  const share = ((100 * unknown) / words.length).toFixed(1)
  return {
    tokenize: (caption) => levirTokens(caption, vocabulary),
    note: [
      `Vocabulary of ${vocabulary.size} words from ${source}; ${share} % of the reference words are outside it.`,
    ],
  }
}

async function readVocabulary(
  options: ResourceOptions,
  pairing: PairedItems,
): Promise<{ vocabulary: LevirVocabulary; source: string }> {
  if (options.vocabulary !== undefined) {
    const words = await readObject(options.vocabulary, mapOf(z.int()), 'words and their numbers')
    return { vocabulary: words, source: options.vocabulary }
  }
  if (options.vocabularyFrom !== undefined) {
    const captions = await readCaptions(options.vocabularyFrom)
    return { vocabulary: buildLevirVocabulary([...captions.values()].flat()), source: options.vocabularyFrom }
  }
  const captions = pairing.items.flatMap((item) => item.references)
  return {
    vocabulary: buildLevirVocabulary(captions),
    source: 'the references alone (see --vocabulary-from)',
  }
}

export async function makeMeteor(options: ResourceOptions): Promise<Meteor> {
  let resources
  try {
    resources =
      options.meteorResources === undefined
        ? await loadProductResources()
        : await loadMeteorFolder(options.meteorResources)
  } catch (error) {
    throw new ScoreInputError(
      `METEOR's word lists cannot be read (${String(error)}). --no-meteor leaves it out.`,
    )
  }
  // Word numbers have no stems and no synonyms.
  return new Meteor(resources, options.protocol === 'levir' ? ['exact'] : ['exact', 'stem', 'synonym'])
}

/** CLEVR-Change's type_mapping.json: the true type of change by item. */
export async function readTypes(file: string): Promise<Map<string, ChangeType>> {
  const types = z.enum(['color', 'material', 'add', 'drop', 'move'])
  const mapping = await readObject(
    file,
    z.partialRecord(types, z.array(z.string())),
    'change types and their items',
  )
  const byItem = new Map<string, ChangeType>()
  for (const [type, ids] of Object.entries(mapping)) {
    for (const id of ids ?? []) {
      byItem.set(id, types.parse(type))
    }
  }
  return byItem
}

async function readObject<T>(file: string, schema: z.ZodType<T>, content: string): Promise<T> {
  let value: unknown
  try {
    value = JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    throw new ScoreInputError(`${file}: cannot be read (${String(error)}).`)
  }
  const parsed = schema.safeParse(value)
  if (!parsed.success) {
    throw new ScoreInputError(`${file}: does not hold ${content} (${z.prettifyError(parsed.error)}).`)
  }
  return parsed.data
}
