import { failWith, toFailure } from '../contract/errors'
import type { ExportItem } from '../dataset/export/export'
import type { PairProblem, ReviewState } from '../domain/pair'
import type { StoredPair } from '../store/pair-records'
import { imageInside, withSize } from './pair-images'
import type { OpenProject } from './open-project'

/**
 * The chosen pairs, one at a time. One whose files are gone or lead out of the folder carries its problem.
 * @throws ContractError `cancelled` after `signal`
 */
export async function* exportItems(
  project: OpenProject,
  states: readonly ReviewState[],
  signal?: AbortSignal,
): AsyncGenerator<ExportItem> {
  const { store } = project
  const filter = { states: [...states], search: '', hasProblem: null }
  try {
    for (const pairId of store.pairs.find(filter, 'key')) {
      signal?.throwIfAborted()
      yield await itemOf(project, pairId)
    }
  } catch (error) {
    // a project that was closed meanwhile says so in its database's words
    throw signal?.aborted === true ? failWith('cancelled', 'The export was cancelled.') : error
  }
}

async function itemOf(project: OpenProject, pairId: number): Promise<ExportItem> {
  const { store } = project
  const pair = await withSize(project, store.pair(pairId))
  const base = pair.baseProposalId === null ? null : store.proposals.get(pair.baseProposalId)
  return {
    key: pair.key,
    split: pair.split,
    ...(await pathsOf(project, pair)),
    width: pair.width,
    height: pair.height,
    document: store.document(pair),
    proposedBy: base === null ? null : { proposer: base.proposer, version: base.version },
  }
}

async function pathsOf(
  { folder }: OpenProject,
  pair: StoredPair,
): Promise<{ beforePath: string; afterPath: string; problem: PairProblem | null }> {
  try {
    const beforePath = await imageInside(folder, pair.before)
    const afterPath = await imageInside(folder, pair.after)
    return { beforePath, afterPath, problem: pair.problem }
  } catch (error) {
    const failure = toFailure(error)
    if (failure.code !== 'bad-image') {
      throw error
    }
    const { reason: code, message, path } = failure
    return { beforePath: '', afterPath: '', problem: { code, message, path } }
  }
}
