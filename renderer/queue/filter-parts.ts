import type { PairFilter } from '../../src/contract/project'
import { UNNAMED } from '../../src/domain/document'
import { text } from '../text/chosen'
import { EVERYTHING, usePairList } from './list'

const words = text.queue

/** What leaves pairs out of the list, in words of the bar; the states of the pairs alone are `states`. */
export function filterParts(filter: PairFilter): { states: string[]; others: string[] } {
  const { search, hasProblem, category = null, proposers = null, sequence = null, isToAdjudicate } = filter
  const others = [
    search === '' ? null : `${words.searchShort}: ${search}`,
    category === null ? null : category === UNNAMED ? words.noName : category,
    hasProblem === null ? null : words.problems,
    sequence,
    proposers === null ? null : words.proposers.title,
    isToAdjudicate === true ? text.others.reviews.filter : null,
  ]
  return {
    states: (filter.states ?? []).map((state) => words.states[state]),
    others: others.filter((part) => part !== null),
  }
}

/** All pairs again, in the order that they are in. */
export function showAllPairs(): void {
  const { filter, setFilter } = usePairList.getState()
  setFilter({ ...EVERYTHING, likeId: filter.likeId ?? null })
}
