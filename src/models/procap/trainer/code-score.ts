import type { ContributionScores } from '../../../training/task'

/** Cells of one sequence: codes by number, frame by frame. */
export interface CodedSequence {
  readonly codes: readonly number[]
  /** The likeliest code of each cell. */
  readonly guessed: readonly number[]
  /** 1 where the model did not see the cell. */
  readonly hidden: ArrayLike<number>
  readonly frames: number
}

interface HiddenCell {
  readonly code: number
  readonly guess: number
  /** Codes of the same cell in the first and the last frame. */
  readonly ends: readonly [number, number]
}

/** How well codes of hidden cells between the ends are guessed, and how many codes the pictures use. */
export class CodeScore {
  private readonly counts = new Map<number, number>()
  private readonly between: HiddenCell[] = []

  add({ codes, guessed, hidden, frames }: CodedSequence): void {
    const cells = codes.length / frames
    for (const code of codes) {
      this.counts.set(code, (this.counts.get(code) ?? 0) + 1)
    }
    for (let at = cells; at < codes.length - cells; at++) {
      if (hidden[at] > 0) {
        const cell = at % cells
        const ends = [codes[cell], codes[codes.length - cells + cell]] as const
        this.between.push({ code: codes[at], guess: guessed[at], ends })
      }
    }
  }

  /**
   * - codes between: share guessed right, against the commonest code for all
   * - codes that differ: the same where a cell has neither end's code there, which only a procedure tells
   * - codes as at an end: share that has the code of the same cell at an end, against one end alone
   * - codebook perplexity: how many codes are used, were they used alike
   */
  score(): ContributionScores {
    const { between } = this
    if (between.length === 0) {
      return {}
    }
    const commonest = Math.max(...this.counts.values())
    const [common] = [...this.counts].find(([, count]) => count === commonest) ?? []
    const isCommon = ({ code }: HiddenCell): boolean => code === common
    const differing = between.filter(({ code, ends }) => !ends.includes(code))
    return {
      'codes between': { value: share(between, isGuessed), baseline: share(between, isCommon) },
      ...(differing.length > 0 && {
        'codes that differ': { value: share(differing, isGuessed), baseline: share(differing, isCommon) },
      }),
      'codes as at an end': {
        value: share(between, ({ code, ends }) => ends.includes(code)),
        baseline: share(between, ({ code, ends }) => code === ends[0]),
      },
      'codebook perplexity': { value: perplexity([...this.counts.values()]), baseline: null },
    }
  }
}

function share(cells: readonly HiddenCell[], isRight: (cell: HiddenCell) => boolean): number {
  return cells.filter(isRight).length / cells.length
}

function isGuessed({ code, guess }: HiddenCell): boolean {
  return code === guess
}

/** The exponential of the entropy of counts: n for n counts that are equal. */
export function perplexity(counts: readonly number[]): number {
  const total = counts.reduce((sum, count) => sum + count, 0)
  return Math.exp(-counts.reduce((sum, count) => sum + (count / total) * Math.log(count / total), 0))
}

/** Yes or no, against the commoner answer for all. */
export class AnswerScore {
  private right = 0
  private yes = 0
  private answers = 0

  /** @param logit above 0 for yes */
  add(logit: number, isTrue: boolean): void {
    this.answers++
    this.right += logit > 0 === isTrue ? 1 : 0
    this.yes += isTrue ? 1 : 0
  }

  score(): { value: number; baseline: number } | null {
    const { right, yes, answers } = this
    return answers === 0 ? null : { value: right / answers, baseline: Math.max(yes, answers - yes) / answers }
  }
}
