import { newStemmer } from 'snowball-stemmers'
import { align } from './align'
import type { Match } from './align'
import { javaTokens, normalizeEnglish } from './normalize'
import type { MeteorResources } from './resources'
import type { SetScore } from '../set-score'

/**
 * METEOR 1.5 for English with the exact, stem and synonym modules (Denkowski and Lavie 2014; formula and
 * constants of cmu-mtlab/meteor, task "rank"). The paraphrase module needs a table that cannot be had, so these
 * scores are named "METEOR (no paraphrase)" and lie a little below those of papers.
 */

export type MeteorModule = 'exact' | 'stem' | 'synonym'

const alpha = 0.85
const beta = 0.2
const gamma = 0.6
const delta = 0.75
/** Weights of a match in the score, and in the search for the best alignment. */
const scoreWeights: Record<MeteorModule, number> = { exact: 1, stem: 0.6, synonym: 0.8 }
const searchWeights: Record<MeteorModule, number> = { exact: 1, stem: 0.5, synonym: 0.5 }

/** Words, content words matched and function words matched of one side. */
interface Side {
  length: number
  functionWords: number
  /** Per module. */
  contentMatches: number[]
  functionMatches: number[]
}

interface Statistics {
  hypothesis: Side
  reference: Side
  chunks: number
}

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
    const statistics = hypotheses.map((hypothesis, item) => this.#best(hypothesis, references[item]))
    const ofSample = (items: ArrayLike<number>) =>
      this.#formula(sum(Array.from(items, (item) => statistics[item])))
    return {
      corpus: this.#formula(sum(statistics)),
      perItem: statistics.map((item) => this.#formula(item)),
      ofSample,
    }
  }

  /** Statistics against the reference that scores highest, the first of equals. */
  #best(text: string, references: readonly string[]): Statistics {
    const hypothesis = this.#prepare(text)
    let best = emptyStatistics(this.#modules.length)
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

  #compare(hypothesis: Sentence, reference: Sentence): Statistics {
    const isIdentical =
      hypothesis.words.length === reference.words.length &&
      hypothesis.words.every((word, index) => word === reference.words[index])
    const candidates: Match[][] = reference.words.map(() => [])
    for (const [module, name] of this.#modules.entries()) {
      if (module === 0 || !isIdentical) {
        collectMatches(name, module, hypothesis, reference, candidates)
      }
    }
    const weights = this.#modules.map((name) => searchWeights[name])
    const { matches, chunks } = align(candidates, hypothesis.words.length, weights)
    const statistics: Statistics = {
      hypothesis: emptySide(this.#modules.length, hypothesis),
      reference: emptySide(this.#modules.length, reference),
      chunks,
    }
    for (const match of matches) {
      countMatch(statistics.hypothesis, match.module, hypothesis.isFunction[match.hypothesis])
      countMatch(statistics.reference, match.module, reference.isFunction[match.reference])
    }
    return statistics
  }

  #formula(statistics: Statistics): number {
    const weights = this.#modules.map((name) => scoreWeights[name])
    const precision = weightedShare(statistics.hypothesis, weights)
    const recall = weightedShare(statistics.reference, weights)
    const mean = 1 / ((1 - alpha) / precision + alpha / recall)
    const matched = (matchCount(statistics.hypothesis) + matchCount(statistics.reference)) / 2
    const fragmentation = isPerfect(statistics) ? 0 : statistics.chunks / matched
    const score = mean * (1 - gamma * fragmentation ** beta)
    return Number.isNaN(score) ? 0 : Math.max(score, 0)
  }
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

function weightedShare(side: Side, weights: readonly number[]): number {
  const length = delta * (side.length - side.functionWords) + (1 - delta) * side.functionWords
  let matches = 0
  for (const [module, weight] of weights.entries()) {
    matches += side.contentMatches[module] * weight * delta
  }
  for (const [module, weight] of weights.entries()) {
    matches += side.functionMatches[module] * weight * (1 - delta)
  }
  return matches / length
}

function isPerfect({ hypothesis, reference, chunks }: Statistics): boolean {
  return (
    matchCount(hypothesis) === hypothesis.length && matchCount(reference) === reference.length && chunks === 1
  )
}

function matchCount(side: Side): number {
  let count = 0
  for (const matches of [...side.contentMatches, ...side.functionMatches]) {
    count += matches
  }
  return count
}

function countMatch(side: Side, module: number, isFunction: boolean): void {
  const counts = isFunction ? side.functionMatches : side.contentMatches
  counts[module]++
}

function emptySide(modules: number, sentence?: Sentence): Side {
  return {
    length: sentence?.words.length ?? 0,
    functionWords: sentence?.isFunction.filter(Boolean).length ?? 0,
    contentMatches: Array.from({ length: modules }, () => 0),
    functionMatches: Array.from({ length: modules }, () => 0),
  }
}

function emptyStatistics(modules: number): Statistics {
  return { hypothesis: emptySide(modules), reference: emptySide(modules), chunks: 0 }
}

/** The one chunk of a perfect segment is not counted. */
function sum(items: readonly Statistics[]): Statistics {
  const total = emptyStatistics(items[0]?.hypothesis.contentMatches.length ?? 0)
  for (const statistics of items) {
    addSide(total.hypothesis, statistics.hypothesis)
    addSide(total.reference, statistics.reference)
    total.chunks += isPerfect(statistics) ? 0 : statistics.chunks
  }
  return total
}

function addSide(total: Side, side: Side): void {
  total.length += side.length
  total.functionWords += side.functionWords
  for (const [module, count] of side.contentMatches.entries()) {
    total.contentMatches[module] += count
    total.functionMatches[module] += side.functionMatches[module]
  }
}
