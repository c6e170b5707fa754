import type { ModelList } from '../../src/contract/models'
import { automaticProposer } from '../../src/contract/proposal'
import { text } from '../text/en'

const words = text.models.present

/** What a promotion names, in words. `null` is what the default comes to. */
export function titleOf(list: ModelList, id: string | null): string {
  if (id === null) {
    return words.theDefault(titleOf(list, list.byDefault.present))
  }
  if (id === automaticProposer) {
    return words.automatic
  }
  return list.models.find((model) => model.id === id)?.title ?? id
}
