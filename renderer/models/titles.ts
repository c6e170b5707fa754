import type { ModelList } from '../../src/contract/models'
import { AUTOMATIC_PROPOSER } from '../../src/contract/proposal'
import { text } from '../text/en'

const words = text.models.present

/** What a promotion names, in words. `null` is what the default comes to. */
export function titleOf(list: ModelList, id: string | null): string {
  if (id === null) {
    return words.theDefault(titleOf(list, list.byDefault.present))
  }
  if (id === AUTOMATIC_PROPOSER) {
    return words.automatic
  }
  return list.models.find((model) => model.id === id)?.title ?? id
}
