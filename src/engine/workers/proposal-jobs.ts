import { failWith, toFailure } from '../../contract/errors'
import { message } from '../../messages/message'
import type { MessageText } from '../../messages/message'
import { queueOf } from '../../queue/proposal-job'
import type { ProposalJob, WantedProposer } from '../../queue/proposal-job'
import { readJob } from '../../queue/work-queue'
import type { TakenJob } from '../../queue/work-queue'
import type { ProjectStore } from '../../store/project-store'
import type { EngineState } from '../engine-state'
import { storedThreshold } from '../proposals/folder-threshold'
import { NameExamples } from '../names/name-examples'
import { Naming } from '../names/naming'
import { ProjectWords } from '../names/project-words'
import { ProposalMaker } from '../proposals/proposal-maker'
import { proposalNeeds } from '../session-services'
import { presentDetector } from '../user-folder'
import type { JobKind, JobSignals } from './job-kind'
import type { HeldImages, WorkerImages } from './pair-folder'

/** With what several askers wish. */
const MOST_MAKERS = 4

interface Needs {
  state: EngineState
  store: ProjectStore
  images: WorkerImages
  onNotice(text: MessageText): void
}

/** Makes proposals as the engine does, of pairs of an open project whose folder it does not read. */
export class ProposalJobs implements JobKind {
  readonly task = 'proposals'
  readonly queues: readonly string[]
  private readonly makers = new Map<string, ProposalMaker>()

  /** @param proposers those that this machine has */
  constructor(
    private readonly needs: Needs,
    proposers: readonly WantedProposer[],
  ) {
    this.queues = proposers.map(queueOf)
  }

  nameOf(taken: TakenJob): string {
    return readJob(taken)?.pair ?? taken.id
  }

  /** Pairs at once. */
  get size(): number {
    return this.needs.state.lanes.proposals.size
  }

  /**
   * Makes the proposal and stores it, or stores what is wrong with the pair's images. What was stored for this job
   * before is not made again. Returns whether the pair has its proposal, or needs none any more.
   * @throws ContractError `bad-model`, `unavailable`, `cancelled`; `invalid-input` for what another version wrote
   */
  async make(taken: TakenJob, { drop: signal }: JobSignals): Promise<boolean> {
    const { store, images } = this.needs
    const job = readJob(taken)
    if (job === null) {
      throw failWith('invalid-input', message('workers.unknownJob'))
    }
    const pairId = store.pairs.byKey.idOf(job.pair)
    const { name: proposer } = job.proposer
    if (pairId === null || store.proposals.isMadeAfter(job.since, { pairId, proposer })) {
      return true
    }
    const held = await images.hold(store.pair(pairId), job, signal)
    try {
      await this.maker(held, job).make(pairId, proposer, signal, { since: job.since })
      return true
    } catch (error) {
      if (toFailure(error).code === 'bad-image' && !signal.aborted) {
        return false
      }
      throw error
    } finally {
      await held.release()
    }
  }

  private maker({ folder, hasLabels }: HeldImages, { options: { names } }: ProposalJob): ProposalMaker {
    const { store } = this.needs
    // taught names are sent to a process once
    const key = JSON.stringify([folder, names, store.nameExamples.counts()])
    const known = this.makers.get(key)
    if (known !== undefined) {
      return known
    }
    const [oldest] = this.makers.keys()
    if (this.makers.size >= MOST_MAKERS) {
      this.makers.delete(oldest)
    }
    const made = this.newMaker({ folder, hasLabels }, names)
    this.makers.set(key, made)
    return made
  }

  private newMaker(
    { folder, hasLabels }: Pick<HeldImages, 'folder' | 'hasLabels'>,
    names: ProposalJob['options']['names'],
  ): ProposalMaker {
    const { state, store, onNotice } = this.needs
    const { options, lanes, providers, proposers } = state
    const naming = new Naming(
      {
        lane: lanes.names,
        providers,
        detector: presentDetector(options.detectorFolder),
        settings: () => names,
        // others may change them meanwhile
        words: () => new ProjectWords(store.meta).get(),
        captionLanguage: () => new ProjectWords(store.meta).captionLanguage,
      },
      new NameExamples(store.nameExamples, () => null),
    )
    const threshold = { of: (model: string) => storedThreshold(store.meta, model) }
    return new ProposalMaker(
      { folder, store, cacheFolder: null },
      {
        ...proposalNeeds({ options, lanes, providers, proposers }),
        naming,
        threshold,
        offersLabels: hasLabels,
      },
      { onPair: () => undefined, onParts: () => undefined, onWarning: onNotice, onInfo: onNotice },
    )
  }
}
