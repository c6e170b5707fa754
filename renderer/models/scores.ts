import type { Model, ModelScore } from '../../src/contract/models'
import { text } from '../text/en'

const words = text.models

export function spellScore({ scores }: Model, name: string): string {
  const score = scores.find((one) => one.name === name)
  return score === undefined ? words.none : spellValue(score.value)
}

export function spellValue(value: number): string {
  return value.toFixed(3)
}

export function spellInterval({ low, high }: ModelScore): string {
  return low === null || high === null ? words.none : words.scores.range(spellValue(low), spellValue(high))
}
