import type { Model, ModelScore, ModelList } from '../../src/contract/models'
import { text } from '../text/chosen'
import { spellFixed } from '../text/spelling'
import { AUTOMATIC_PROPOSER } from '../../src/contract/proposal'

const words = text.models

export function spellScore({ scores }: Model, name: string): string {
  const score = scores.find((one) => one.name === name)
  return score === undefined ? words.none : spellValue(score.value)
}

export function spellValue(value: number): string {
  return spellFixed(value, 3)
}

export function spellInterval({ low, high }: ModelScore): string {
  return low === null || high === null ? words.none : words.scores.range(spellValue(low), spellValue(high))
}

const presentWords = text.models.present

/** Title of a promoted proposer, as in presentWords. `null` resolves to the default. */
export function titleOf(list: ModelList, id: string | null): string {
  if (id === null) {
    return presentWords.theDefault(titleOf(list, list.byDefault.present))
  }
  if (id === AUTOMATIC_PROPOSER) {
    return presentWords.automatic
  }
  return list.models.find((model) => model.id === id)?.title ?? id
}
