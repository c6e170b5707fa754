import { useEffect } from 'react'
import { create } from 'zustand'
import type { ModelPack, ModelList } from '../../src/contract/models'
import type { ModelQuestion, Proposer, ProposalSummary } from '../../src/contract/proposal'
import { engine } from '../engine'
import { useEngineState } from './engine-state'
import { notifyError } from './notices'
import { CARRIED_PROPOSER, importedName, isOfferedOnly, LABEL_PROPOSER } from '../../src/contract/proposal'
import { withTranslatedTitles } from '../text/built-in-titles'
import { text } from '../text/chosen'
import { spellMessage } from '../text/message'

const useStore = create<{ proposers: Proposer[]; isFetched: boolean }>()(() => ({
  proposers: [],
  isFetched: false,
}))

/** Fetches the proposers again: a model may have been added, removed or broken. */
export function fetchProposers(): void {
  useStore.setState({ isFetched: true })
  engine.call('proposers.list', {}).then(
    (list) => useStore.setState({ proposers: withTranslatedTitles(list) }),
    (error: unknown) => {
      useStore.setState({ isFetched: false })
      notifyError(error)
    },
  )
}

/** The models and model packs that were there at the last fetch. */
let fetchedWith: { models: ModelList | null; packs: readonly ModelPack[] } | null = null

/** The proposers; fetched again when a model or a model pack is added, removed or changed. */
export function useProposers(): Proposer[] {
  const proposers = useStore((store) => store.proposers)
  const packs = useEngineState((state) => state.packs)
  const models = useEngineState((state) => state.models)
  useEffect(() => {
    if (!useStore.getState().isFetched || fetchedWith?.packs !== packs || fetchedWith.models !== models) {
      fetchedWith = { models, packs }
      fetchProposers()
    }
  }, [packs, models])
  return proposers
}

/** Whether the one that proposes answers this question too. Where it does not, a model answers that proposed nothing. */
export function isAnsweredByOneInUse(question: ModelQuestion): boolean {
  return isAnsweredByProposing(useStore.getState().proposers, question)
}

/** From which probability on pixels count as changed in the open folder; null where what proposes has none. */
export function useThresholdInUse(): number | null {
  return thresholdOfProposing(useProposers())
}

export function thresholdInUse(): number | null {
  return thresholdOfProposing(useStore.getState().proposers)
}

function thresholdOfProposing(proposers: readonly Proposer[]): number | null {
  const inUse = proposers.find(({ isInUse, isAvailable }) => isInUse && isAvailable)
  return inUse?.answers.includes('threshold') === true ? inUse.threshold : null
}

export function isAnsweredByProposing(proposers: readonly Proposer[], question: ModelQuestion): boolean {
  return proposers.some(({ isInUse, isAvailable, answers }) => {
    return isInUse && isAvailable && answers.includes(question)
  })
}

/** Who answers a question. */
export function useModel(question: ModelQuestion): AnsweringModel {
  return answeringModel(useProposers(), question)
}

/** Whether the one that proposes, a model or not, can score the agreement of captions and regions. */
export function useScoresAgreement(): boolean {
  return isAnsweredByProposing(useProposers(), 'agree')
}

interface AnsweringModel {
  /** Whether a model can answer this question, or what proposes without one. */
  canAnswer: boolean
  /** The title of what answers; null where nothing can. */
  model: string | null
  /** The title of the model in use where it cannot answer this question; no other model is used then. */
  unable: string | null
  /** Whether any model can be used at all. */
  isThere: boolean
  /** Why no model can be used at all; null where it is not known. */
  reason: string | null
}

/**
 * Who answers a question, as the engine chooses: the one in use if it can, a model or not; else no one where a person
 * chose a model, and the first model that can where nobody did.
 */
export function answeringModel(proposers: readonly Proposer[], question: ModelQuestion): AnsweringModel {
  const models = proposers.filter(({ isModel }) => isModel)
  const usable = models.filter(({ isAvailable }) => isAvailable)
  const inUse = proposers.find(({ isInUse, isAvailable }) => isInUse && isAvailable)
  const canAnswer = ({ answers }: Proposer): boolean => answers.includes(question)
  const isOnlyInUse = inUse !== undefined && ((inUse.isModel && !inUse.isAutomatic) || canAnswer(inUse))
  const able = (isOnlyInUse ? [inUse] : usable).find(canAnswer)
  const model = able?.title ?? null
  const isThere = usable.length > 0
  const broken = models.find(({ reason }) => reason !== null)?.reason ?? null
  return {
    canAnswer: model !== null,
    model,
    unable: model === null && isOnlyInUse ? inUse.title : null,
    isThere,
    reason: isThere || broken === null ? null : spellMessage(broken),
  }
}

const words = text.review.proposal

/** Names of proposers for the user. */
export function useProposerTitle(): (proposer: string) => string {
  const proposers = useProposers()
  return (proposer) => titleOf(proposer, proposers)
}

/** Who made a proposal, with the version of a model. */
export function useProposalTitle(): (proposal: Pick<ProposalSummary, 'proposer' | 'version'>) => string {
  const proposers = useProposers()
  return ({ proposer, version }) => {
    const title = titleOf(proposer, proposers)
    // a built-in proposer comes once, with the program
    const isBuiltIn = proposers.some(({ name, isModel }) => name === proposer && !isModel)
    const hasVersion = !isBuiltIn && !isOfferedOnly(proposer)
    return hasVersion ? words.by(title, version) : title
  }
}

function titleOf(proposer: string, proposers: readonly Proposer[]): string {
  const imported = importedName(proposer)
  if (imported !== null) {
    return words.imported(imported)
  }
  if (proposer === LABEL_PROPOSER) {
    return words.fromFiles
  }
  if (proposer === CARRIED_PROPOSER) {
    return words.carried
  }
  return proposers.find(({ name }) => name === proposer)?.title ?? proposer
}
