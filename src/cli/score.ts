import { printScores, itemIsChanged, scoreReport, scoreJson, scoreText } from './score-report'
import type { CaptionProtocol, ScoreRequest } from './score-report'
import { Option } from 'commander'
import type { Command } from 'commander'
import { readCaptions, pairItems } from './caption-files'
import type { CaptionsById, PairedItems } from './caption-files'
import { wholeFromZero } from './option-values'
import { ScoreInputError } from './output'
import { makeMeteor, makeTokenizer, readTypes } from './score-resources'
import type { ResourceOptions } from './score-resources'

interface ScoreOptions extends ResourceOptions {
  refs: string
  unchangedRefs?: string
  hyps: string
  compare?: string
  split?: string
  only?: 'changed' | 'unchanged'
  types?: string
  meteor: boolean
  allowMissing: boolean
  resamples: number
  seed: number
  perItem: boolean
  json: boolean
}

const METEOR_NOTES: Record<CaptionProtocol, string> = {
  coco: 'METEOR has no paraphrase module here; published values lie about half a point (of 100) higher.',
  levir: 'METEOR matches word numbers exactly: they have no stems, synonyms or paraphrases.',
}

/** `deltascribe score`: caption metrics. Exit code 0; 1 where items were left out; 2 where input is unfit. */
export function addScoreCommand(program: Command): void {
  program
    .command('score')
    .description('Score captions against references: BLEU, ROUGE-L, CIDEr-D, METEOR (no paraphrase).')
    .requiredOption(
      '--refs <file>',
      'reference captions (COCO, CLEVR-Change, LEVIR-CC, Spot-the-Diff, plain)',
    )
    .option('--unchanged-refs <file>', "CLEVR-Change's no_change_captions.json; its items end in _n")
    .requiredOption('--hyps <file>', 'one caption per item, in any of these formats')
    .option('--compare <file>', 'captions of a second system: scored beside the first, with a paired test')
    .addOption(
      new Option('--protocol <name>', 'how words are made').choices(['coco', 'levir']).default('coco'),
    )
    .option('--split <name>', 'only this split of a LEVIR-CC file')
    .addOption(new Option('--only <items>', 'only these items').choices(['changed', 'unchanged']))
    .option('--types <file>', "CLEVR-Change's type_mapping.json: adds the accuracy of the change type")
    .option('--vocabulary <file>', 'LEVIR protocol: word to number, as JSON')
    .option('--vocabulary-from <file>', 'LEVIR protocol: captions to make the vocabulary from')
    .option('--no-meteor', 'leave METEOR out')
    .option('--meteor-resources <folder>', "METEOR 1.5's own word lists and synonyms")
    .option('--allow-missing', 'score the items that both files have', false)
    .option('--resamples <count>', 'bootstrap resamples; 0 for no intervals', wholeFromZero, 1000)
    .option('--seed <number>', 'of the resampling', wholeFromZero, 1)
    .option('--per-item', 'also print the value of each item', false)
    .option('--json', 'print one JSON document', false)
    .action((options: ScoreOptions) => printScores(() => runScore(options)))
}

async function runScore(options: ScoreOptions): Promise<{ text: string; isComplete: boolean }> {
  const references = await readReferences(options)
  const pairing = filterItems(
    pairWith(options.hyps, references, await readCaptions(options.hyps), options),
    options,
  )
  const notes: string[] = []
  const { tokenize, note } = await makeTokenizer(options, pairing)
  notes.push(...pairingNotes(pairing), ...note)
  const request: ScoreRequest = {
    protocol: options.protocol,
    items: pairing.items,
    tokenize,
    resamples: options.resamples,
    seed: options.seed,
  }
  if (options.compare !== undefined) {
    request.compared = await comparedItems(options.compare, references, pairing, options)
  }
  if (options.meteor) {
    request.meteor = await makeMeteor(options)
    notes.push(METEOR_NOTES[options.protocol])
  }
  if (options.types !== undefined) {
    request.types = await readTypes(options.types)
  }
  const output = { report: scoreReport(request), pairing, notes }
  const text = options.json
    ? JSON.stringify(scoreJson(output, options.perItem), undefined, 2)
    : scoreText(output, options.perItem)
  return { text, isComplete: pairing.missingHypotheses.length + pairing.missingReferences.length === 0 }
}

async function readReferences(options: ScoreOptions): Promise<CaptionsById> {
  const references = await readCaptions(options.refs, options.split)
  if (options.unchangedRefs !== undefined) {
    for (const [id, captions] of await readCaptions(options.unchangedRefs)) {
      references.set(`${id}_n`, captions)
    }
  }
  return references
}

function pairWith(
  file: string,
  references: CaptionsById,
  hypotheses: CaptionsById,
  options: ScoreOptions,
): PairedItems {
  return pairItems(
    references,
    hypotheses,
    { references: options.refs, hypotheses: file },
    options.allowMissing,
  )
}

function filterItems(pairing: PairedItems, options: ScoreOptions): PairedItems {
  if (options.only === undefined) {
    return pairing
  }
  const isChanged = options.only === 'changed'
  const items = pairing.items.filter((item) => itemIsChanged(item, options.protocol) === isChanged)
  if (items.length === 0) {
    throw new ScoreInputError(`${options.refs}: no item is ${options.only}.`)
  }
  return { ...pairing, items }
}

/** The second system's captions for exactly the items of the first. */
async function comparedItems(
  file: string,
  references: CaptionsById,
  pairing: PairedItems,
  options: ScoreOptions,
): Promise<PairedItems['items']> {
  const referencesById = new Map(pairing.items.map((item) => [item.id, references.get(item.id) ?? []]))
  const captionsById = await readCaptions(file)
  const captions = new Map([...captionsById].filter(([id]) => referencesById.has(id)))
  return pairItems(referencesById, captions, { references: options.refs, hypotheses: file }, false).items
}

function pairingNotes(pairing: PairedItems): string[] {
  const { emptyHypotheses, missingHypotheses, missingReferences } = pairing
  const counts: [string, number][] = [
    ['Blank hypotheses, scored as captions without words', emptyHypotheses.length],
    ['Items without a hypothesis, left out', missingHypotheses.length],
    ['Hypotheses without a reference, left out', missingReferences.length],
  ]
  return counts.flatMap(([text, count]) => (count === 0 ? [] : [`${text}: ${count}.`]))
}
