import {
  decoded,
  DECODING_DEFAULTS,
  logPartition,
  logProbabilitiesIn,
  normalised,
  permitted,
} from './decoder'
import type { Decoded, DecodingOptions } from './decoder'
import { RequiredWords } from './required-text'

export interface BeamOptions extends DecodingOptions {
  /** Hypotheses kept at each step; as many more as `words` have tokens. */
  width: number
  /** Default: `width`. */
  results?: number
  /** Each must occur. */
  words?: readonly (readonly number[])[]
  /** Tokens that carry on the word before them: see RequiredWords. */
  continues?: (id: number) => boolean
  /** Of results with the same key the better is kept. Default: the ids. */
  key?: (ids: readonly number[]) => string
  /** Goes on until no hypothesis can overtake a result, not just until none does as it stands. Default false. */
  exact?: boolean
}

interface Hypothesis {
  ids: readonly number[]
  logProbabilities: readonly number[]
  total: number
  /** Tokens of required words to come. */
  need: number
}

interface Candidate {
  parent: Hypothesis
  id: number
  logProbability: number
  total: number
  need: number
}

/** The beam of one thing that is captioned. */
export class BeamItem {
  active: readonly Hypothesis[] = []
  private readonly required: RequiredWords
  private readonly finished = new Map<string, Decoded>()
  private cut: Decoded[] = []
  private readonly wanted: number
  private readonly width: number
  private readonly lengthPower: number
  private readonly end: number

  constructor(private readonly options: BeamOptions) {
    const { words = [], prefix = [], maximumLength, width, results = width } = options
    const { lengthPower = DECODING_DEFAULTS.lengthPower, end = DECODING_DEFAULTS.end } = options
    this.required = new RequiredWords(words, options.continues)
    this.wanted = results
    this.width = width + this.required.tokens
    this.lengthPower = lengthPower
    this.end = end
    const { need } = this.required.missing(prefix)
    if (need > 0 && prefix.length + need + 1 > maximumLength) {
      throw new RangeError(`${need} tokens of words to be said do not fit in ${maximumLength} tokens`)
    }
  }

  /** `rows`: one for each token of the prefix, and the one after it. */
  begin(rows: readonly Float32Array[]): void {
    const { prefix = [] } = this.options
    const logProbabilities = logProbabilitiesIn(rows, prefix)
    const total = logProbabilities.reduce((sum, value) => sum + value, 0)
    const { need } = this.required.missing(prefix)
    if (prefix.length >= this.options.maximumLength) {
      this.cut.push(decoded(prefix, logProbabilities, false, this.lengthPower))
      return
    }
    this.active = [{ ids: prefix, logProbabilities, total, need }]
    this.advance(rows.slice(-1))
  }

  /** `rows`: one for each live hypothesis. */
  advance(rows: readonly Float32Array[]): void {
    const candidates = this.active.flatMap((hypothesis, index) => this.expand(hypothesis, rows[index]))
    const grown = this.choose(candidates).map(({ parent, id, logProbability, total, need }): Hypothesis => ({
      ids: [...parent.ids, id],
      logProbabilities: [...parent.logProbabilities, logProbability],
      total,
      need,
    }))
    const isFull = (ids: readonly number[]): boolean => ids.length >= this.options.maximumLength
    for (const { ids, logProbabilities, need } of grown) {
      if (isFull(ids) && need === 0) {
        this.cut.push(decoded(ids, logProbabilities, false, this.lengthPower))
      }
    }
    const open = grown.filter(({ ids }) => !isFull(ids))
    this.active = this.isDecided(open) ? [] : open
  }

  results(): Decoded[] {
    const cut = this.cut.sort((a, b) => b.score - a.score)
    return [...this.ranked(), ...cut].slice(0, this.wanted)
  }

  private ranked(): Decoded[] {
    return [...this.finished.values()].sort((a, b) => b.score - a.score)
  }

  /** Whether no hypothesis can still come among the results. */
  private isDecided(open: readonly Hypothesis[]): boolean {
    const worst = this.ranked().at(this.wanted - 1)?.score
    if (worst === undefined) {
      return false
    }
    const { exact = false, maximumLength } = this.options
    return open.every(({ total, ids }) => {
      const length = exact ? maximumLength : ids.length + 1
      return normalised(total, length, this.lengthPower) <= worst
    })
  }

  /** Best continuations of one hypothesis; its end goes to the results. */
  private expand(parent: Hypothesis, row: Float32Array): Candidate[] {
    const { ids } = parent
    const { maximumLength, continues = () => false } = this.options
    const may = permitted(row.length, ids, this.options)
    const partition = logPartition(row)
    const { advancing } = this.required.missing(ids)
    const room = maximumLength - ids.length - 2 // after one more token and the end
    const needAfter = (id: number): number => this.required.missing([...ids, id]).need
    // Tokens that advance nothing differ only in whether they carry on the last word.
    const needs = this.required.tokens === 0 ? undefined : new Map<boolean, number>()
    const candidate = (id: number): Candidate | undefined => {
      if (may[id] !== 1 || id === this.end || row[id] === -Infinity) {
        return undefined
      }
      let need = 0
      if (needs) {
        const carriesOn = continues(id)
        need = (advancing.has(id) ? undefined : needs.get(carriesOn)) ?? needAfter(id)
        if (!advancing.has(id)) {
          needs.set(carriesOn, need)
        }
        if (need > 0 && need > room) {
          return undefined
        }
      }
      const logProbability = row[id] - partition
      return { parent, id, logProbability, total: parent.total + logProbability, need }
    }
    if (may[this.end] === 1 && parent.need === 0 && row[this.end] > -Infinity) {
      this.finish(parent, row[this.end] - partition)
    }
    const best: Candidate[] = []
    const advances: Candidate[] = []
    for (let id = 0; id < row.length; id++) {
      const worst = best.length < this.width ? -Infinity : best[best.length - 1].logProbability
      const isAdvance = advancing.has(id)
      if (!isAdvance && row[id] - partition <= worst) {
        continue
      }
      const found = candidate(id)
      if (found === undefined) {
        continue
      }
      if (isAdvance) {
        advances.push(found)
      } else {
        insert(best, found, this.width)
      }
    }
    return [...advances, ...best]
  }

  private finish({ ids, logProbabilities }: Hypothesis, logProbability: number): void {
    const result = decoded(ids, [...logProbabilities, logProbability], true, this.lengthPower)
    const key = this.options.key?.(ids) ?? ids.join()
    const known = this.finished.get(key)
    if (known === undefined || known.score < result.score) {
      this.finished.set(key, result)
    }
  }

  /** The best, taken in turn from those that need 0, 1, ... tokens of the required words. */
  private choose(candidates: readonly Candidate[]): Candidate[] {
    const banks = new Map<number, Candidate[]>()
    for (const candidate of [...candidates].sort((a, b) => b.total - a.total)) {
      const bank = banks.get(candidate.need) ?? []
      banks.set(candidate.need, bank)
      bank.push(candidate)
    }
    const inTurn = [...banks.keys()].sort((a, b) => a - b).map((need) => banks.get(need) ?? [])
    const chosen: Candidate[] = []
    for (let rank = 0; chosen.length < Math.min(this.width, candidates.length); rank++) {
      for (const bank of inTurn) {
        if (rank < bank.length && chosen.length < this.width) {
          chosen.push(bank[rank])
        }
      }
    }
    return chosen
  }
}

/** Keeps `best` sorted, likeliest first, equal ones in order of arrival, and at most `limit` long. */
function insert(best: Candidate[], candidate: Candidate, limit: number): void {
  let at = best.length
  while (at > 0 && best[at - 1].logProbability < candidate.logProbability) {
    at--
  }
  best.splice(at, 0, candidate)
  if (best.length > limit) {
    best.pop()
  }
}
