import type { ReviewState } from '../domain/pair'
import { resolve } from 'node:path'
import type { ExportItem } from '../dataset/export/export'
import type { OpenProject } from './open-project'

/** The chosen pairs, one at a time: documents hold masks, and there may be many. */
export function* exportItems(project: OpenProject, states: readonly ReviewState[]): Generator<ExportItem> {
  const { store, folder } = project
  const filter = { states: [...states], search: '', hasProblem: null }
  for (const pairId of store.pairs.find(filter, 'key')) {
    const pair = store.pair(pairId)
    const base = pair.baseProposalId === null ? null : store.proposals.get(pair.baseProposalId)
    yield {
      key: pair.key,
      split: pair.split,
      beforePath: resolve(folder, pair.before),
      afterPath: resolve(folder, pair.after),
      width: pair.width,
      height: pair.height,
      problem: pair.problem,
      document: store.document(pair),
      proposedBy: base === null ? null : { proposer: base.proposer, version: base.version },
    }
  }
}
