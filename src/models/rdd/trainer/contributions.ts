import type { MeasureContributions } from '../../encode-decode/trainer/contributions'
import { rowsOf } from '../../pair-data'
import type { StageData } from '../../pair-data'
import { RetrievalScore } from './retrieval'

/** What is retrieved by what: outputs of the stage `align` and the input with the phrases. */
const DIRECTIONS = [
  { name: 'nouns by objects', from: 'objects', to: 'nounVectors', phrases: 'nouns' },
  { name: 'objects by nouns', from: 'nounVectors', to: 'objects', phrases: 'nouns' },
  { name: 'verbs by actions', from: 'actions', to: 'verbVectors', phrases: 'verbs' },
  { name: 'actions by verbs', from: 'verbVectors', to: 'actions', phrases: 'verbs' },
] as const

/** Share of held-out pairs whose phrases are nearest to their own vectors within a batch, and the reverse; against chance. */
export const rddContributions: MeasureContributions = async ({ run, without, batches }) => {
  const has = (...parts: string[]): boolean => parts.every((part) => !without.includes(part))
  const kinds = {
    nouns: has('objectDistilling', 'nounsToObjects'),
    verbs: has('actionDistilling', 'verbsToActions'),
  }
  const directions = DIRECTIONS.filter(({ phrases }) => kinds[phrases]).map((each) => ({
    ...each,
    score: new RetrievalScore(),
  }))
  if (directions.length === 0) {
    return {}
  }
  for await (const { inputs } of batches(['before', 'after', 'nouns', 'verbs'])) {
    const vectors = await run('align', inputs)
    for (const { from, to, phrases, score } of directions) {
      score.add(rowsOf(vectors[from]), rowsOf(vectors[to]), rowsAsText(inputs[phrases]))
    }
  }
  return Object.fromEntries(
    directions.flatMap(({ name, score }) => {
      const measured = score.score()
      return measured === null ? [] : [[name, measured]]
    }),
  )
}

/** Ids [n, length] as one text a row, empty where all is padding. */
function rowsAsText(ids: StageData): string[] {
  return rowsOf(ids).map((row) => (row.some((id) => id > 0) ? row.join(' ') : ''))
}
