import type { ModelList } from '../../src/contract/models'
import type { Proposer } from '../../src/contract/proposal'
import { text } from './chosen'

const titles: Readonly<Record<string, string | undefined>> = text.review.proposal.builtIn

/** What proposes without a model has a title in the language of the screen; models keep their own names. */
export function withTranslatedTitles(proposers: readonly Proposer[]): Proposer[] {
  return proposers.map((proposer) => ({ ...proposer, title: titles[proposer.name] ?? proposer.title }))
}

/** The same for the list of models. */
export function modelsWithTranslatedTitles(list: ModelList): ModelList {
  return {
    ...list,
    models: list.models.map((model) => ({ ...model, title: titles[model.id] ?? model.title })),
  }
}
