import { newStemmer } from 'snowball-stemmers'
import { align } from './align'
import type { Match } from './align'
import { javaTokens, normalizeEnglish } from './normalize'
import type { MeteorResources } from './resources'
import { pooledScore } from '../set-score'
import type { SetScore } from '../set-score'

/**
 * METEOR 1.5 for English with the exact, stem and synonym modules (Denkowski and Lavie 2014; formula and
 * constants of cmu-mtlab/meteor, task "rank"). The paraphrase module needs a table that cannot be had, so these
 * scores are named "METEOR (no paraphrase)" and lie a little below those of papers.
 */

export type MeteorModule = 'exact' | 'stem' | 'synonym'

const ALPHA = 0.85
const BETA = 0.2
const GAMMA = 0.6
const DELTA = 0.75
/** Weights of a match in the score, and in the search for the best alignment. */
const SCORE_WEIGHTS: Record<MeteorModule, number> = { exact: 1, stem: 0.6, synonym: 0.8 }
const SEARCH_WEIGHTS: Record<MeteorModule, number> = { exact: 1, stem: 0.5, synonym: 0.5 }

const noSynsets: ReadonlySet<string> = new Set()

interface Sentence {
  words: string[]
  stems: string[]
  synsets: ReadonlySet<string>[]
  isFunction: boolean[]
}

export class Meteor {
  readonly #resources: MeteorResources
  readonly #modules: readonly MeteorModule[]
  readonly #stemmer = newStemmer('english')
  readonly #stems = new Map<string, string>()

  /** Throws where the synonym module is asked for without synonyms. */
  constructor(resources: MeteorResources, modules: readonly MeteorModule[]) {
    if (modules.includes('synonym') && !resources.synonyms) {
      throw new Error('METEOR: the synonym module needs WordNet, and the resources hold none.')
    }
    this.#resources = resources
    this.#modules = modules
  }

  /**
   * Scores each hypothesis against its best reference. Texts are tokenised. The corpus value is the formula on
   * summed statistics, not the mean of the items.
   */
  score(hypotheses: readonly string[], references: readonly (readonly string[])[]): SetScore {
    const rows = hypotheses.map((hypothesis, item) => this.#best(hypothesis, references[item]))
    return pooledScore(rows, (total) => this.#formula(total))
  }

  /** Statistics against the reference that scores highest, the first of equals. */
  #best(text: string, references: readonly string[]): Float64Array {
    const hypothesis = this.#prepare(text)
    let best = new Float64Array(statisticsLength(this.#modules.length))
    let bestScore = -1
    for (const reference of references) {
      const statistics = this.#compare(hypothesis, this.#prepare(reference))
      const score = this.#formula(statistics)
      if (score > bestScore) {
        best = statistics
        bestScore = score
      }
    }
    return best
  }

  #prepare(text: string): Sentence {
    const { functionWords, nonbreakingPrefixes, synonyms } = this.#resources
    const words = javaTokens(normalizeEnglish(text, nonbreakingPrefixes).toLowerCase())
    return {
      words,
      stems: words.map((word) => this.#stem(word)),
      synsets: words.map((word) => synonyms?.synsets(word) ?? noSynsets),
      isFunction: words.map((word) => functionWords.has(word)),
    }
  }

  #stem(word: string): string {
    let stem = this.#stems.get(word)
    if (stem === undefined) {
      stem = this.#stemmer.stem(word)
      this.#stems.set(word, stem)
    }
    return stem
  }

  /** See `statisticsLength` for the columns. */
  #compare(hypothesis: Sentence, reference: Sentence): Float64Array<ArrayBuffer> {
    const isIdentical =
      hypothesis.words.length === reference.words.length &&
      hypothesis.words.every((word, index) => word === reference.words[index])
    const candidates: Match[][] = reference.words.map(() => [])
    for (const [module, name] of this.#modules.entries()) {
      if (module === 0 || !isIdentical) {
        collectMatches(name, module, hypothesis, reference, candidates)
      }
    }
    const weights = this.#modules.map((name) => SEARCH_WEIGHTS[name])
    const { matches, chunks } = align(candidates, hypothesis.words.length, weights)
    const modules = this.#modules.length
    const row = new Float64Array(statisticsLength(modules))
    const [first, second] = [0, sideLength(modules)]
    countWords(row, first, hypothesis)
    countWords(row, second, reference)
    for (const match of matches) {
      row[first + matchColumn(match.module, hypothesis.isFunction[match.hypothesis])]++
      row[second + matchColumn(match.module, reference.isFunction[match.reference])]++
    }
    const isPerfect =
      matches.length === hypothesis.words.length && matches.length === reference.words.length && chunks === 1
    row[2 * second] = isPerfect ? 0 : chunks
    return row
  }

  #formula(row: Float64Array): number {
    const second = sideLength(this.#modules.length)
    const precision = this.#weightedShare(row, 0)
    const recall = this.#weightedShare(row, second)
    const mean = 1 / ((1 - ALPHA) / precision + ALPHA / recall)
    const matched = (this.#matchCount(row, 0) + this.#matchCount(row, second)) / 2
    const score = mean * (1 - GAMMA * (row[2 * second] / matched) ** BETA)
    return Number.isNaN(score) ? 0 : Math.max(score, 0)
  }

  #weightedShare(row: Float64Array, side: number): number {
    const [words, functionWords] = [row[side], row[side + 1]]
    const length = DELTA * (words - functionWords) + (1 - DELTA) * functionWords
    let matches = 0
    for (const [module, name] of this.#modules.entries()) {
      matches += row[side + matchColumn(module, false)] * SCORE_WEIGHTS[name] * DELTA
    }
    for (const [module, name] of this.#modules.entries()) {
      matches += row[side + matchColumn(module, true)] * SCORE_WEIGHTS[name] * (1 - DELTA)
    }
    return matches / length
  }

  #matchCount(row: Float64Array, side: number): number {
    let count = 0
    for (const module of this.#modules.keys()) {
      count += row[side + matchColumn(module, false)] + row[side + matchColumn(module, true)]
    }
    return count
  }
}

/**
 * Columns of a row of statistics: those of the hypothesis, those of the reference, and the chunks. The one chunk
 * of a perfect segment is not counted.
 */
function statisticsLength(modules: number): number {
  return 2 * sideLength(modules) + 1
}

/** Of one side: words, function words, and per module the matched content words and function words. */
function sideLength(modules: number): number {
  return 2 + 2 * modules
}

function matchColumn(module: number, isFunction: boolean): number {
  return 2 + 2 * module + (isFunction ? 1 : 0)
}

function countWords(row: Float64Array, side: number, sentence: Sentence): void {
  row[side] = sentence.words.length
  row[side + 1] = sentence.isFunction.filter(Boolean).length
}

function collectMatches(
  name: MeteorModule,
  module: number,
  hypothesis: Sentence,
  reference: Sentence,
  candidates: Match[][],
): void {
  for (const [j, word] of reference.words.entries()) {
    for (const [i, other] of hypothesis.words.entries()) {
      const isMatch =
        name === 'exact'
          ? word === other
          : word !== other &&
            (name === 'stem'
              ? reference.stems[j] === hypothesis.stems[i]
              : shareSynset(reference.synsets[j], hypothesis.synsets[i]))
      if (isMatch) {
        candidates[j].push({ module, hypothesis: i, reference: j })
      }
    }
  }
}

function shareSynset(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  for (const synset of a) {
    if (b.has(synset)) {
      return true
    }
  }
  return false
}
