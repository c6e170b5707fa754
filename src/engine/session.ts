import { failWith } from '../contract/errors'
import type { SceneKind, Project, StateCounts } from '../contract/project'
import { ChainQuestions } from './chain-questions'
import { Claims } from './claims'
import { NameExamples } from './names/name-examples'
import { NameLearner } from './names/name-learner'
import { Naming } from './names/naming'
import { ProjectWords } from './names/project-words'
import { DayBackup } from './project/day-backup'
import { FolderThreshold } from './proposals/folder-threshold'
import { isNotStored } from '../store/store-error'
import type { OpenProject } from './project/open-project'
import { proposalNeeds } from './session-services'
import type { SessionServices } from './session-services'
import { PictureCache } from './pictures/picture-cache'
import { ProposalQueue } from './proposals/proposal-queue'
import { showProposalsOf } from './models/promotions'
import { presentDetector } from './user-folder'
import { ProjectTotals } from './project/project-totals'
import { Similar } from './similar/similar'
import { trainingRunsOf } from './training/training-runs-of'
import type { TrainingRuns } from './training/training-runs'
import type { EmbeddingStatus } from '../contract/similar'
import type { NameExampleTable } from '../store/name-examples'
import { message } from '../messages/message'
import type { MessageText } from '../messages/message'

/** One project from its opening to its closing, with all work on it. It owns the project's store. */
export class Session {
  /** Photographs until `findSceneKind` has looked, and where no choice depends on it. */
  sceneKind: SceneKind = 'photographs'
  readonly threshold: FolderThreshold
  readonly queue: ProposalQueue
  readonly questions: ChainQuestions
  readonly pictures: PictureCache
  readonly training: TrainingRuns
  readonly similar: Similar
  readonly words: ProjectWords
  readonly claims: Claims
  readonly naming: Naming
  /** Stores the names that people give to regions. */
  readonly learner: NameLearner
  private readonly dayBackup: DayBackup
  private readonly closer = new AbortController()
  readonly totals: ProjectTotals

  constructor(
    readonly project: OpenProject,
    private readonly services: SessionServices,
  ) {
    const { emit, lanes, providers, proposers, options } = services
    this.words = new ProjectWords(project.store.meta)
    this.claims = new Claims(project, emit, { closing: this.closing, lasts: options.isTeam === true })
    this.naming = this.makeNaming()
    const onFailure = (message: MessageText): void => emit('notice', { level: 'warning', message })
    this.learner = new NameLearner(project, this.naming, this.closing, {
      onLearned: () => emit('names.changed', { storePath: project.storeFolder }),
      onFailure,
    })
    this.dayBackup = new DayBackup(project, this.closing, onFailure)
    this.threshold = new FolderThreshold(
      project,
      { lane: lanes.questions, proposers, onChosen: (message) => this.thresholdChosen(message) },
      this.closing,
    )
    this.queue = new ProposalQueue(
      project,
      { ...proposalNeeds(services), naming: this.naming, threshold: this.threshold },
      {
        onStatus: (status) => {
          emit('queue.changed', status)
          this.similar.embedder.consider()
        },
        onPair: (pairId) => this.pairChanged(pairId, true),
        onWarning: onFailure,
        onInfo: (message) => emit('notice', { level: 'info', message }),
      },
    )
    this.pictures = new PictureCache(project, lanes.pictures, providers, proposers, (made) =>
      emit('tiles.changed', made),
    )
    const asked = { lane: lanes.questions, proposers, providers }
    this.questions = new ChainQuestions(project, asked, this.naming, this.pictures)
    this.training = trainingRunsOf(project, services)
    this.similar = this.similarPairs()
    this.totals = new ProjectTotals(project.store, proposers, this.closing, {
      onCounts: (counts) => this.tellCounts(counts),
      onCoverage: (coverage, proposer) => this.queue.coverageChanged(coverage, proposer),
    })
  }

  private makeNaming(): Naming {
    const { options, lanes, providers, nameSettings, sharedExamples } = this.services
    const { store, storeFolder } = this.project
    const shared = (): NameExampleTable | null =>
      nameSettings().areExamplesShared ? sharedExamples.of(storeFolder) : null
    return new Naming(
      {
        lane: lanes.names,
        providers,
        detector: presentDetector(options.detectorFolder),
        settings: nameSettings,
        words: () => this.words.get(),
        captionLanguage: () => this.words.captionLanguage,
      },
      new NameExamples(store.nameExamples, shared),
    )
  }

  private similarPairs(): Similar {
    const { emit, lanes, providers, options, embedsPairs, proposesAhead } = this.services
    const needs = {
      lanes: lanes.proposals,
      providers,
      detector: presentDetector(options.detectorFolder),
      isOn: embedsPairs,
      isAhead: () => embedsPairs() && proposesAhead(),
      isBusy: () => this.queue.isRunning,
      onStatus: (status: EmbeddingStatus) => emit('embeddings.changed', status),
    }
    return new Similar(this.project, needs, this.closing)
  }

  private thresholdChosen(found: MessageText): void {
    const { emit, onModel, proposesAhead } = this.services
    const isAhead = proposesAhead()
    const second = message(isAhead ? 'proposals.cutAnew' : 'proposals.notCutAnew')
    emit('notice', { level: 'info', message: message('joining.sentences', { first: found, second }) })
    onModel()
    if (isAhead) {
      this.queue.startAgain()
    }
  }

  /** @param isElsewhere whether another machine makes proposals now, or this one again */
  settingsChanged(isElsewhere: boolean): void {
    this.similar.embedder.consider()
    if (isElsewhere) {
      this.queue.startAnew()
    }
  }

  /** Aborted when nothing may be written to the project any more. */
  get closing(): AbortSignal {
    return this.closer.signal
  }

  /**
   * Work that fails because the folder was closed counts as cancelled, whatever its error: its store is gone.
   * @throws ContractError `cancelled`; the errors of `work`
   */
  async whileOpen<T>(work: (project: OpenProject) => Promise<T>): Promise<T> {
    try {
      return await work(this.project)
    } catch (error) {
      this.requireOpen()
      throw error
    }
  }

  /** @throws ContractError `cancelled` */
  requireOpen(): void {
    if (this.closing.aborted) {
      throw failWith('cancelled', message('folders.closedMeanwhile'))
    }
  }

  describe(): Project {
    return { ...this.project.describe(), sceneKind: this.sceneKind }
  }

  /** Adds the project to the recent folders, unless the engine is headless. Never throws. */
  async remember(described: Project): Promise<void> {
    if (this.services.options.isHeadless !== true) {
      await this.services.recent.remember(described)
    }
  }

  /** Told of each change that this program makes. */
  onPairChanged: ((pairId: number, version: number) => void) | null = null

  /** Sends the change to the UI; the project's counts follow. @throws ContractError `not-found` */
  pairChanged(pairId: number, isProposal = false): void {
    if (this.closing.aborted) {
      return
    }
    const { version } = this.project.store.pair(pairId)
    if (isProposal) {
      this.similar.embedder.pairChanged(pairId)
    } else {
      void this.dayBackup.worked()
    }
    this.onPairChanged?.(pairId, version)
    this.services.emit('pair.changed', { pairId, version, isProposal })
    this.totals.soon()
  }

  private tellCounts(counts: StateCounts): void {
    const described = { ...this.project.describe(counts), sceneKind: this.sceneKind }
    this.services.emit('project.changed', described)
    void this.threshold.pairsChanged(counts)
    void this.remember(described)
  }

  /**
   * Pairs that nobody has touched show the proposals of the proposer in use, if it made one; a person's work stays.
   * If nothing can be stored, the next opening does it.
   */
  async showPresentProposals(): Promise<void> {
    try {
      await this.showProposals()
    } catch (error) {
      if (!isNotStored(error)) {
        throw error
      }
    }
  }

  private async showProposals(): Promise<void> {
    await showProposalsOf(this.services.proposers.inUse().proposer.name, this.project.store, {
      signal: this.closing,
      onPair: (id) => this.pairChanged(id, true),
    })
  }

  /** Another proposer is in use: shows its proposals and, if `goesOn`, requests the missing ones. */
  async proposerChanged({ goesOn }: { goesOn: () => boolean }): Promise<void> {
    if (!this.project.isEditable) {
      return
    }
    this.queue.stop()
    await this.showProposals()
    if (!this.closing.aborted && goesOn()) {
      this.queue.start(null)
    }
  }

  /** Ends the work on the project. Training goes on from its last checkpoint once it is resumed. */
  close(): void {
    // first: what ends must not begin other work
    this.closer.abort()
    this.queue.close()
    this.pictures.close()
    this.training.close()
    this.project.close()
  }
}
