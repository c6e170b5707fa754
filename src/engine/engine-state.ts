import { join } from 'node:path'
import { segmentPackId } from '../contract/model-pack'
import type { ModelPack } from '../contract/model-pack'
import { failWith, toFailure } from '../contract/errors'
import type { EngineEvents } from '../contract/engine'
import type { EventPayload } from '../contract/define'
import type { Project } from '../contract/project'
import type { PackDescriptor } from '../packs/catalogue'
import type { ProcessHost } from '../process/process-host'
import { noSecretBox } from '../process/secret-box'
import type { SecretBox } from '../process/secret-box'
import { parseAddress } from '../connector/address'
import type { ConnectorSettings } from '../contract/connector'
import { CaptionConnector } from './connector/caption-connector'
import { ConnectorKeys } from './connector/connector-keys'
import { Jobs } from './jobs'
import { Models } from './models'
import { ModelPacks } from './model-packs'
import { openProject } from './open-project'
import type { OpenProject } from './open-project'
import { PictureCache } from './picture-cache'
import { packageFolders } from '../packages/list-packages'
import { Promotions } from './promotions'
import { ChainQuestions } from './chain-questions'
import { ProposalQueue } from './proposal-queue'
import { Proposers } from './proposers'
import { Providers } from './providers'
import { showProposalsOf } from './shown-proposals'
import { Segmenter } from './segmenter'
import { learnSpeed } from './training/speed'
import { TrainingRuns } from './training/training-runs'
import { UserFiles } from './user-files'
import { WorkerLane } from './worker-lane'

export interface EngineOptions {
  host: ProcessHost
  /** Settings, recent projects, and the stores of folders that cannot be written. */
  userFolder: string
  /** The sample project as shipped; copied before use. */
  sampleFolder: string
  /** The model packages as shipped. */
  modelsFolder: string
  version: string
  /** Nobody is watching: nothing runs by itself, and opening a folder is not remembered as recent. */
  isHeadless?: boolean
  /** The model packs there are, where not those that ship with the program. */
  packs?: readonly PackDescriptor[]
  /** Keeps the key of the caption connector over runs; without it, a key is for this run alone. */
  secretBox?: SecretBox
  /** For the command line: instead of what the settings say of the caption connector. */
  connector?: { settings: ConnectorSettings; key: string | null }
  /** Which folder is open, whenever that changes. */
  onFolder?: (folder: string | null) => void
}

export type Emit = <N extends keyof EngineEvents & string>(
  event: N,
  payload: EventPayload<EngineEvents, N>,
) => void

/** A project with everything that works on it. */
interface Session {
  project: OpenProject
  queue: ProposalQueue
  questions: ChainQuestions
  pictures: PictureCache
  /** Aborted when nothing may be written to the project any more. */
  closing: AbortController
  training: TrainingRuns
}

/** What the handlers share: the open project, the worker lanes, providers, jobs and the user's files. */
export class EngineState {
  readonly options: EngineOptions
  readonly emit: Emit
  readonly user: UserFiles
  readonly providers: Providers
  readonly proposers: Proposers
  readonly jobs: Jobs
  readonly packs: ModelPacks
  readonly promotions: Promotions
  readonly models: Models
  readonly segmenter: Segmenter
  readonly connector: CaptionConnector
  private readonly proposalLane: WorkerLane
  /** A lane of its own, so that pictures never wait for proposals. */
  private readonly pictureLane: WorkerLane
  /** And one for questions about the open pair, which a person waits for. */
  private readonly questionLane: WorkerLane
  /** And one that looks for near-duplicates before training. */
  readonly trainingLane: WorkerLane
  /** Why the folder that the program was started with could not be opened. */
  startFailure: string | null = null
  private session: Session | null = null
  private opening: Promise<unknown> = Promise.resolve()
  private isRememberingTold = false
  private countsTimer: NodeJS.Timeout | null = null

  constructor(options: EngineOptions, emit: Emit) {
    this.options = options
    this.emit = emit
    this.user = new UserFiles(options.userFolder)
    this.proposalLane = new WorkerLane(options.host)
    this.pictureLane = new WorkerLane(options.host)
    this.questionLane = new WorkerLane(options.host)
    this.trainingLane = new WorkerLane(options.host)
    const { provider } = this.user.getSettings()
    this.providers = new Providers(options.host, provider, (status) => emit('provider.changed', status))
    this.jobs = new Jobs((job) => emit('job.changed', job))
    const { host, userFolder } = options
    this.packs = new ModelPacks(
      { userFolder, host, jobs: this.jobs },
      (list) => this.packsChanged(list),
      options.packs,
    )
    this.segmenter = new Segmenter(host, { packs: this.packs, providers: this.providers, userFolder })
    const folders = packageFolders(options.modelsFolder, userFolder)
    this.promotions = new Promotions(this.user, () => this.session?.project.store.meta ?? null)
    this.proposers = new Proposers(
      folders,
      {
        find: () => this.segmenter.place(),
        missing: `the model pack ${segmentPackId} is not installed`,
      },
      () => this.promotions.wanted(),
    )
    const { proposers, promotions } = this
    this.connector = this.makeConnector()
    this.models = new Models({ host, folder: folders.user, proposers, promotions }, () =>
      this.modelsChanged(),
    )
  }

  private makeConnector(): CaptionConnector {
    const { userFolder, sampleFolder, connector, secretBox = noSecretBox } = this.options
    const settings = (): ConnectorSettings => connector?.settings ?? this.user.getSettings().connector
    const given =
      connector?.key == null
        ? null
        : { origin: parseAddress(connector.settings.address).origin, key: connector.key }
    const keys = new ConnectorKeys(userFolder, secretBox, given)
    return new CaptionConnector({ settings, keys, lane: this.questionLane, sampleFolder })
  }

  /** Whoever sees the list may ask for the proposers next. */
  private packsChanged(list: ModelPack[]): void {
    void this.proposers.refresh().then(() => this.emit('packs.changed', list))
    void this.modelsChanged()
  }

  /** Tells the UI what there is and what proposes. */
  async modelsChanged(): Promise<void> {
    this.emit('models.changed', await this.models.list())
  }

  /**
   * Another proposer was chosen. Pairs that nobody has touched show what it says of them, as soon as it has
   * said it; what people have done stays.
   */
  async proposerChanged({ proposes }: { proposes: boolean }): Promise<void> {
    this.proposers.forgive()
    await this.proposers.refresh()
    this.session?.queue.stop()
    await this.showPresentProposals()
    if (proposes && this.options.isHeadless !== true) {
      this.session?.queue.start(null)
    }
    await this.modelsChanged()
  }

  private async showPresentProposals(): Promise<void> {
    const { session } = this
    if (session === null) {
      return
    }
    const { name } = this.proposers.inUse().place
    const { signal } = session.closing
    await showProposalsOf(name, session.project.store, { signal, onPair: (id) => this.pairChanged(id, true) })
  }

  /** @throws ContractError `no-project` */
  current(): Session {
    if (this.session === null) {
      throw failWith('no-project', 'No folder is open.')
    }
    return this.session
  }

  describe(): Project | null {
    return this.session?.project.describe() ?? null
  }

  /** One after the other: of two that are asked for at once, the later one stays. */
  open(folder: string, reading: string | null): Promise<Project> {
    const opened = this.opening.then(() => this.openNow(folder, reading))
    this.opening = opened.catch(() => {})
    return opened
  }

  private async openNow(folder: string, reading: string | null): Promise<Project> {
    const project = await openProject(folder, reading, this.options.userFolder)
    await this.proposers.refresh()
    this.close()
    this.startFailure = null
    const provider = (): ReturnType<Providers['inUse']> => this.providers.inUse()
    const queue = new ProposalQueue(
      project,
      { lane: this.proposalLane, providers: this.providers, proposers: this.proposers },
      {
        onStatus: (status) => this.emit('queue.changed', status),
        onPair: (pairId) => this.pairChanged(pairId, true),
        onTrouble: (message) => this.emit('notice', { level: 'warning', message }),
      },
    )
    const pictures = new PictureCache(project, this.pictureLane, provider)
    const questions = new ChainQuestions(project, this.questionLane, this.proposers, this.providers)
    const training = this.trainingOf(project)
    const closing = new AbortController()
    this.session = { project, queue, pictures, questions, training, closing }
    await this.showPresentProposals()
    this.options.onFolder?.(project.folder)
    const described = project.describe()
    await this.remember(described)
    this.emit('project.changed', described)
    void this.modelsChanged()
    return described
  }

  private trainingOf(project: OpenProject): TrainingRuns {
    const { userFolder, host } = this.options
    const training: TrainingRuns = new TrainingRuns(join(project.describe().storePath, 'training'), host, {
      onRun: (run) => {
        this.emit('training.changed', run)
        if (run.state !== 'running') {
          void learnSpeed(userFolder, training.folderOf(run.id), run.options.advanced)
        }
      },
      onLine: (runId, line) => this.emit('training.line', { runId, line }),
      onModel: () => void this.packs.list().then((list) => this.packsChanged(list)),
    })
    return training
  }

  /** Starts what runs by itself after opening; apart from `open` so that the command line can do without. */
  proposeAhead(): void {
    if (this.options.isHeadless !== true && this.user.getSettings().proposeAhead) {
      this.session?.queue.start(null)
    }
  }

  close(): void {
    this.session?.queue.close()
    this.session?.closing.abort()
    this.session?.training.close()
    this.segmenter.forgetProject()
    this.session?.project.store.close()
    if (this.session !== null) {
      this.session = null
      this.options.onFolder?.(null)
      this.emit('project.changed', null)
      void this.modelsChanged()
    }
  }

  dispose(): void {
    this.connector.cancel()
    if (this.countsTimer !== null) {
      clearTimeout(this.countsTimer)
    }
    this.close()
    this.proposalLane.dispose()
    this.pictureLane.dispose()
    this.segmenter.dispose()
    this.questionLane.dispose()
    this.trainingLane.dispose()
  }

  /** Tells the UI; the project's counts follow at most twice a second. */
  pairChanged(pairId: number, isProposal = false): void {
    if (this.session === null) {
      return
    }
    const { version } = this.session.project.store.pair(pairId)
    this.emit('pair.changed', { pairId, version, isProposal })
    this.countsTimer ??= setTimeout(() => {
      this.countsTimer = null
      const described = this.describe()
      if (described !== null) {
        this.emit('project.changed', described)
        void this.remember(described)
      }
    }, 500)
  }

  /** Never throws: a list of recent projects is not worth failing for. */
  private async remember({ folder, name, pairCount, counts }: Project): Promise<void> {
    if (this.options.isHeadless === true) {
      return
    }
    const reviewedCount = pairCount - counts.unreviewed
    try {
      await this.user.remember({ folder, name, openedAt: Date.now(), pairCount, reviewedCount })
    } catch (error) {
      if (!this.isRememberingTold) {
        this.isRememberingTold = true
        const message = `The list of recent folders cannot be stored: ${toFailure(error).message}.`
        this.emit('notice', { level: 'warning', message })
      }
    }
  }
}
