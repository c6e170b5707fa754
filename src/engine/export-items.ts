import { failWith, toFailure } from '../contract/errors'
import type { ExportItem } from '../dataset/export/export'
import { emptyDocument } from '../domain/document'
import type { PairDocument } from '../domain/document'
import type { PairProblem, ReviewState } from '../domain/pair'
import type { StoredPair } from '../store/pair-records'
import type { ExportRequest } from '../dataset/export/export-pair'
import type { OpenProject } from './project/open-project'
import { hidesNames } from './project/found-pairs'
import { getSetting, projectSettings } from './project/project-settings'
import { mappingField } from '../domain/value-mapping'
import { getProjectMapping } from './project/project-mapping'
import { imageInside, readDocument, withSize } from './pictures/pair-images'
import { message } from '../messages/message'

/** What is read of a project: a worker does not open it. */
type ExportedProject = Pick<OpenProject, 'folder' | 'store'>

/**
 * The chosen pairs, one at a time. One whose files are gone or lead out of the folder, or whose rows are damaged, carries
 * its problem.
 * @throws ContractError `cancelled` after `signal`
 */
export async function* exportItems(
  project: ExportedProject,
  states: readonly ReviewState[],
  signal?: AbortSignal,
): AsyncGenerator<ExportItem> {
  const { store } = project
  const filter = { states: [...states], search: '', hasProblem: null }
  yield* itemsOf(project, () => store.pairs.find(filter, 'key'), signal)
}

/** @throws ContractError `cancelled` after `signal` */
export async function* itemsOf(
  project: ExportedProject,
  pairIds: () => Iterable<number>,
  signal?: AbortSignal,
): AsyncGenerator<ExportItem> {
  try {
    for (const pairId of pairIds()) {
      signal?.throwIfAborted()
      yield await itemOf(project, pairId)
    }
  } catch (error) {
    // a project that was closed meanwhile says so in its database's words
    throw signal?.aborted === true ? failWith('cancelled', message('engine.exportCancelled')) : error
  }
}

async function itemOf(project: ExportedProject, pairId: number): Promise<ExportItem> {
  const { store } = project
  const { document, pair: read } = readDocument(project, store.pair(pairId))
  const pair = await withSize(project, read)
  const isDamaged = pair.problem?.code === 'damaged'
  const base = pair.baseProposalId === null || isDamaged ? null : store.proposals.get(pair.baseProposalId)
  return {
    key: pair.key,
    split: pair.split,
    sequence: pair.sequence,
    ...(await pathsOf(project, pair)),
    ...mappingField(getProjectMapping(store.meta)),
    width: pair.width,
    height: pair.height,
    document: document ?? documentInState(store.pairs.rows([pairId])[0].state),
    proposedBy: base === null ? null : { proposer: base.proposer, version: base.version },
  }
}

/** In place of one that cannot be read. */
function documentInState(state: ReviewState): PairDocument {
  return { ...emptyDocument(), review: { ...emptyDocument().review, state } }
}

async function pathsOf(
  { folder }: ExportedProject,
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

/** A request with what the project says of itself. */
export function withProjectFacts<T extends Omit<ExportRequest, 'out'>>(
  { store }: Pick<OpenProject, 'store'>,
  options: T,
): T {
  const changeDefinition = getSetting(store.meta, projectSettings.changeDefinition)
  const captionLanguage = getSetting(store.meta, projectSettings.captionLanguage)
  return {
    ...options,
    ...(changeDefinition === '' ? {} : { changeDefinition }),
    ...(captionLanguage === 'en' ? {} : { captionLanguage }),
    ...(hidesNames(store.meta) ? { hidesNames: true } : {}),
    ...mappingField(getProjectMapping(store.meta)),
  }
}
