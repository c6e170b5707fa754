import type { ParsedInput } from '../../contract/define'
import type { EngineCommands, EngineHandlers } from '../../contract/engine'
import type { EditResult, ProposalComparison } from '../../contract/pairs'
import type { Caller } from '../../contract/person'
import { replaceContent } from '../../domain/diff'
import type { Diff } from '../../domain/diff'
import type { ProjectStore } from '../../store/project-store'
import { workChanged, workRow } from '../blind-reviews'
import type { EngineState } from '../engine-state'
import { failWith } from '../../contract/errors'
import type { PairDocument } from '../../domain/document'
import { withCorrection, documentFrom, documentIou, rankedCaptions } from '../../domain/review'
import { importedName, isBrought, isOfferedOnly, LABEL_PROPOSER } from '../../contract/proposal'
import type { Proposal, ProposalSummary } from '../../contract/proposal'
import { statesNoChange } from '../../metrics/no-change'
import { hasReadMask, offerOpenedLabel } from '../label-offer'
import { damagedProblem } from '../../store/store-error'
import { message, joinSentences } from '../../messages/message'

type ProposalHandlers = Pick<
  EngineHandlers,
  Extract<
    keyof EngineHandlers,
    `proposals.${string}` | `proposers.${string}` | `providers.${string}` | `chain.${string}`
  >
>

export function proposalHandlers(state: EngineState): ProposalHandlers {
  return {
    'proposers.list': async () => {
      await state.proposers.refresh()
      return state.proposers.list()
    },
    'proposals.list': ({ pairId }) => {
      const session = state.current()
      return session.whileOpen(async (project) => {
        await offerOpenedLabel(project, state.lanes.questions, pairId, session.closing)
        return withoutReplaced(project.store.proposals.ofPair(pairId))
      })
    },
    'proposals.proposers': () => state.current().project.store.proposals.distances.proposers(),
    'proposals.compare': ({ pairId, againstId }, caller) => {
      const { store } = state.current().project
      return compareProposals(store, pairId, againstId, workRow(store, pairId, caller))
    },
    'proposals.get': ({ proposalId }) => {
      const proposal = state.current().project.store.proposals.get(proposalId)
      if (proposal === null) {
        throw failWith('not-found', message('proposals.missing', { id: proposalId }))
      }
      return proposal
    },
    'proposals.make': ({ pairId, proposer }) => {
      const session = state.current()
      return session.whileOpen(() => session.queue.makeFor(pairId, proposer))
    },
    'proposals.adopt': (input, caller) => adopt(state, input, caller),
    'proposals.start': ({ nearPairId }) => state.current().queue.start(nearPairId),
    'proposals.stop': () => state.current().queue.stop(),
    'proposals.status': () => state.current().queue.status(),
    'chain.recaption': ({ pairId, regions, begin }) =>
      state.current().questions.recaption(pairId, regions, begin),
    'chain.remask': ({ pairId, captionId, caption }) =>
      state.current().questions.remask(pairId, captionId, caption),
    'chain.threshold': ({ pairId, threshold }) => state.current().questions.atThreshold(pairId, threshold),
    'chain.agree': ({ pairId, regions, caption }) =>
      state.current().questions.agree(pairId, regions, caption),
    'providers.status': async () => {
      await state.providers.inUse()
      return state.providers.status()
    },
    'providers.use': async ({ wanted }) => {
      const providers = state.lanes.remote.namedProviders ?? state.providers
      providers.setWanted(wanted)
      await providers.inUse()
      return providers.status()
    },
    'providers.probe': () => state.providers.probe(),
  }
}

/** @throws ContractError `not-found`, `conflict`, `stale` */
function adopt(
  state: EngineState,
  { pairId, proposalId, eventId, storePath, madeOn }: ParsedInput<EngineCommands, 'proposals.adopt'>,
  caller: Caller,
): EditResult {
  const { store } = state.currentWith(storePath).project
  const proposal = proposalOf(store, pairId, proposalId)
  const row = workRow(store, pairId, caller)
  const { document } = store.open(row)
  const diff = withCorrection(document, adoptDiff(document, proposal))
  const name = state.own.nameOf(caller) ?? ''
  const result = store.edit(row, eventId, 'Proposal taken over', diff, name, madeOn)
  return workChanged(state, pairId, result)
}

/**
 * Replaces the document's regions and captions by the proposal's. What was only offered may be masks alone or captions
 * alone, and a mask may be damaged: the other kind stays.
 * @throws ContractError `conflict` if there is neither
 */
function adoptDiff(document: PairDocument, proposal: Proposal): Diff {
  const hasRegions = tellsRegions(proposal)
  const hasCaptions = !isOfferedOnly(proposal.proposer) || proposal.captions.length > 0
  if (!hasRegions && !hasCaptions) {
    throw failWith(
      'conflict',
      message('proposals.nothingToTake', { remarks: joinSentences(proposal.remarks) ?? '' }),
    )
  }
  const regions = hasRegions ? document.regions : []
  const captions = hasCaptions ? document.captions : []
  const threshold = hasRegions ? document.threshold : undefined
  return replaceContent({ regions, captions, links: document.links, threshold }, proposal)
}

/** Whether it says which regions there are, if only that there are none. */
function tellsRegions(proposal: Proposal): boolean {
  const { proposer, regions, captions } = proposal
  if (proposer === LABEL_PROPOSER) {
    return hasReadMask(proposal)
  }
  const isImported = importedName(proposer) !== null
  return !isImported || regions.length > 0 || captions.every(({ text }) => statesNoChange(text))
}

/** Of proposals that were imported under one name, and of those carried to the pair, the newest alone: it replaces the others. */
function withoutReplaced(proposals: readonly ProposalSummary[]): ProposalSummary[] {
  const seen = new Set<string>()
  return proposals.filter(({ proposer }) => {
    const isReplaced = seen.has(proposer)
    seen.add(proposer)
    return !isBrought(proposer) || !isReplaced
  })
}

/**
 * Each proposal of a pair beside the document of `row`, or beside another proposal. Those whose rows are damaged are left out.
 * @throws ContractError `not-found`
 */
function compareProposals(
  store: ProjectStore,
  pairId: number,
  againstId: number | null,
  row: number,
): ProposalComparison[] {
  const against =
    againstId === null ? store.open(row).document : documentOf(proposalOf(store, pairId, againstId))
  return withoutReplaced(store.proposals.ofPair(pairId)).flatMap(({ id }) => {
    const proposal = wholeOrNull(store, id)
    return proposal === null
      ? []
      : [
          {
            proposalId: id,
            iou: documentIou(documentOf(proposal), against),
            caption: rankedCaptions(documentFrom([], proposal.captions))[0]?.text ?? null,
          },
        ]
  })
}

function documentOf({ regions, captions }: Proposal): PairDocument {
  return documentFrom(regions, captions)
}

/** @throws ContractError `not-found` */
function proposalOf(store: ProjectStore, pairId: number, proposalId: number): Proposal {
  const proposal = store.proposals.get(proposalId)
  if (proposal === null || proposal.pairId !== pairId) {
    throw failWith('not-found', message('proposals.notOfPair'))
  }
  return proposal
}

function wholeOrNull(store: ProjectStore, proposalId: number): Proposal | null {
  try {
    return store.proposals.get(proposalId)
  } catch (error) {
    damagedProblem(error)
    return null
  }
}
