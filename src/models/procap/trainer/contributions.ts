import type { MeasureContributions } from '../../encode-decode/trainer/contributions'
import { rowsOf } from '../../pair-data'
import type { StageData } from '../../pair-data'
import { PROCEDURE_FRAMES } from '../network/network'
import { CODES } from '../network/procedure-encoder'
import { AnswerScore, CodeScore } from './code-score'

/**
 * How well the codes of hidden cells between the ends are guessed, where text and order are true; how alive the codebook
 * is; and whether the order of frames, and whether a text belongs to them, is told right.
 */
export const procapContributions: MeasureContributions = async ({ run, without, batches }) => {
  if (without.includes('procedure')) {
    return {}
  }
  const codes = new CodeScore()
  const answers = { order: new AnswerScore(), alignment: new AnswerScore() }
  for await (const { pairs, inputs } of batches(['sequence', 'hidden', 'reading', 'belongs', 'ordered'])) {
    const outputs = await run('reconstruct', inputs)
    const [actual, guessed] = [likeliest(outputs.codes), likeliest(outputs.likelihood)]
    const hidden = rowsOf(inputs.hidden)
    pairs.forEach((_, item) => {
      const [belongs, ordered] = [inputs.belongs, inputs.ordered].map(({ data }) => Number(data[item]) === 1)
      if (belongs && ordered) {
        codes.add({
          codes: actual[item],
          guessed: guessed[item],
          hidden: hidden[item],
          frames: PROCEDURE_FRAMES,
        })
      }
      answers.order.add(Number(outputs.ordered.data[item]), ordered)
      if (hidden[item].includes(0)) {
        answers.alignment.add(Number(outputs.belongs.data[item]), belongs)
      }
    })
  }
  const told = (['order', 'alignment'] as const).flatMap((name) => {
    const score = without.includes(name) ? null : answers[name].score()
    return score === null ? [] : [[name, score] as const]
  })
  return { ...codes.score(), ...Object.fromEntries(told) }
}

/** The index of the largest of 512 values, for each cell of each item: [n, cells, 512] -> [n][cells]. */
function likeliest({ data, shape: [n, cells] }: StageData): number[][] {
  return Array.from({ length: n }, (_, item) =>
    Array.from({ length: cells }, (__, cell) => {
      const from = (item * cells + cell) * CODES
      let best = 0
      for (let code = 1; code < CODES; code++) {
        if (data[from + code] > data[from + best]) {
          best = code
        }
      }
      return best
    }),
  )
}
