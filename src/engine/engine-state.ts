import pLimit from 'p-limit'
import { failWith } from '../contract/errors'
import type { ModelPack } from '../contract/models'
import type { Project } from '../contract/project'
import { packageFolders } from '../packages/list-packages'
import { SharedExamples } from './names/name-examples'
import { readAhead } from './kept-counts'
import type { CaptionConnector } from './connector/caption-connector'
import { makeConnector } from './connector/make-connector'
import type { Emit, EngineOptions } from './engine-options'
import { Jobs } from './jobs'
import { Lanes } from './lanes/lanes'
import { ModelPacks } from './models/model-packs'
import { Models } from './models/models'
import { openProject, unreadable } from './project/open-project'
import { followOthers } from './project/follow-others'
import { requireEditable } from './project/view-only'
import { findSceneKind } from './project/scene-kind'
import { Promotions } from './models/promotions'
import { makeProposers } from './proposals/make-proposers'
import type { Proposers } from './proposals/proposers'
import { Providers } from './providers/providers'
import { RemoteMachine } from './remote/remote-machine'
import { RecentProjects, UserFiles } from './user-folder'
import { OwnSettings } from './own-settings'
import { OpenedBuckets } from './buckets/opened-buckets'
import { chosenProject } from './project/chosen-project'
import { Segmenter } from './segmenter'
import { Session } from './session'
import { StoreError } from '../store/store-error'
import { message } from '../messages/message'
import type { MessageText } from '../messages/message'

/** What the handlers share and no project owns: the user's files, providers, models, lanes and jobs; and the session. */
export class EngineState {
  readonly user: UserFiles
  readonly own: OwnSettings
  readonly buckets: OpenedBuckets
  readonly providers: Providers
  readonly proposers: Proposers
  readonly jobs: Jobs
  readonly packs: ModelPacks
  readonly promotions: Promotions
  readonly models: Models
  readonly segmenter: Segmenter
  readonly connector: CaptionConnector
  readonly lanes: Lanes
  private readonly recent: RecentProjects
  private readonly sharedExamples: SharedExamples
  /** Of the folder that the program was started with: why it is not open, or the folder itself, which a person opens. */
  atStart: { failure?: MessageText; choice?: string } = {}
  session: Session | null = null
  readonly inTurn = pLimit(1) // settles when no folder is being opened

  constructor(
    readonly options: EngineOptions,
    readonly emit: Emit,
  ) {
    const { host, userFolder, modelTrialMilliseconds: trialMilliseconds } = options
    this.user = new UserFiles(userFolder)
    this.own = new OwnSettings(this.user)
    this.buckets = new OpenedBuckets(options, this.user, emit)
    this.recent = new RecentProjects(this.user, emit)
    this.sharedExamples = new SharedExamples(userFolder)
    this.lanes = new Lanes(host, new RemoteMachine(options, this.user, emit), options.lanes)
    this.jobs = new Jobs((job) => emit('job.changed', job))
    this.providers = new Providers(host, this.user.getSettings().provider, (status) =>
      emit('provider.changed', status),
    )
    this.packs = new ModelPacks(
      { userFolder, host, jobs: this.jobs, network: () => this.user.getSettings().network },
      (list) => this.packsChanged(list),
      options.packs,
    )
    this.segmenter = new Segmenter(host, { packs: this.packs, providers: this.providers, userFolder })
    this.promotions = new Promotions(this.user, () => this.session?.project.store.meta ?? null)
    const folders = packageFolders(options.modelsFolder, userFolder)
    const { segmenter, promotions } = this
    this.proposers = makeProposers(options, { folders, segmenter, promotions, session: () => this.session })
    const parts = { host, folder: folders.user, proposers: this.proposers, promotions, trialMilliseconds }
    this.models = new Models(parts, () => this.modelsChanged())
    this.connector = makeConnector({ ...options, host }, this)
  }

  /** A client that gets the list may ask for the proposers next. */
  private packsChanged(list: ModelPack[]): void {
    void this.proposers.refresh().then(() => this.emit('packs.changed', list))
    void this.modelsChanged()
  }

  async modelsChanged(): Promise<void> {
    this.emit('models.changed', await this.models.list())
  }

  /**
   * Handles the choice of another proposer. Pairs that nobody has touched show its proposals as soon as they are
   * made; a person's work stays.
   * @param proposes whether proposing goes on; called when it could
   */
  async proposerChanged({ proposes }: { proposes: () => boolean }): Promise<void> {
    this.proposers.enableAll()
    await this.proposers.refresh()
    await this.session?.proposerChanged({ goesOn: () => proposes() && this.options.isHeadless !== true })
    await this.modelsChanged()
  }

  /** Handles a change of the settings for names: the proposers' abilities depend on them. */
  async namesChanged(): Promise<void> {
    this.session?.naming.examples.sharingChanged()
    await this.modelsChanged()
  }

  /** Embeddings of pairs begin or end, and another machine makes proposals, as the settings now say. */
  settingsChanged(): void {
    const isElsewhere = this.lanes.remote.settingsChanged()
    this.session?.settingsChanged(isElsewhere)
  }

  /** The session with the open project. @throws ContractError `no-project` */
  current(): Session {
    if (this.session === null) {
      throw failWith('no-project', message('folders.noneOpen'))
    }
    return this.session
  }

  /** The open project, if it has this store. @throws ContractError `conflict` */
  currentWith(storePath: string | undefined): Session {
    const session = this.current()
    if (storePath !== undefined && session.project.storeFolder !== storePath) {
      throw failWith('conflict', message('folders.anotherOpened'))
    }
    return session
  }

  describe(): Project | null {
    return this.session?.describe() ?? null
  }

  /**
   * Opens a folder in place of the open one, which stays open if this one cannot be read or its store not opened. If
   * a later step fails, none is open. Of two requests at once, the later one stays.
   * @param isQuiet for the same folder, opened again: no event says that it was closed in between
   * @throws ContractError `folder-unreadable`; `cancelled` if it is closed before it is reported
   */
  open(folder: string, reading: string | null, { isQuiet = false } = {}): Promise<Project> {
    return this.inTurn(() => this.openWhole(folder, reading, isQuiet))
  }

  private async openWhole(folder: string, reading: string | null, isQuiet: boolean): Promise<Project> {
    const previous = this.session
    try {
      return await this.openNow(folder, reading, isQuiet)
    } catch (error) {
      // its replacement is only half open
      if (this.session !== previous) {
        this.close()
      }
      throw error instanceof StoreError ? unreadable(folder, error.message) : error
    }
  }

  private async openNow(folder: string, reading: string | null, isQuiet: boolean): Promise<Project> {
    const { options, emit, lanes, providers, proposers, recent } = this
    const choice = await chosenProject(folder, options, this.buckets)
    const project = await openProject(choice.folder, reading, options.userFolder, {
      copyNotice: choice.notice,
      opener: { program: options.program ?? 'Deltascribe', access: options.access },
      database: choice.database,
    })
    await proposers.refresh()
    this.close({ isQuiet })
    this.atStart = {}
    const shared = { options, emit, lanes, providers, proposers, recent }
    const session = new Session(project, {
      ...shared,
      nameSettings: () => this.user.getSettings().names,
      proposesAhead: this.proposesAhead,
      embedsPairs: () => this.user.getSettings().embedPairs,
      sharedExamples: this.sharedExamples,
      importTrained: (run, folder) => this.models.importTrained(run, folder),
      onModel: () => void this.packs.list().then((list) => this.packsChanged(list)),
    })
    this.session = session
    followOthers(session, emit, () => this.open(project.folder, null))
    session.sceneKind = await session.whileOpen((opened) => findSceneKind(opened, proposers, lanes.pictures))
    session.requireOpen()
    await session.showPresentProposals()
    session.requireOpen()
    options.onFolder?.(project.folder)
    const described = session.describe()
    await session.remember(described)
    session.requireOpen()
    emit('project.changed', described)
    void this.modelsChanged()
    void readAhead(session, options)
    return described
  }

  /** @throws ContractError `held` where the open project is for looking only */
  requireEditable(): void {
    if (this.session?.project.isEditable === false) {
      requireEditable(this.session.describe())
    }
  }

  /** Starts the work that runs by itself after opening; apart from `open` because the command line does not need it. */
  proposeAhead(): void {
    if (this.proposesAhead()) {
      this.session?.queue.start(null)
    }
  }

  private readonly proposesAhead = (): boolean =>
    this.options.isHeadless !== true &&
    this.session?.project.isEditable !== false &&
    this.user.getSettings().proposeAhead

  /** Called after an edit. Sends it to the UI, unless no project is open any more. @throws ContractError `not-found` */
  pairChanged(pairId: number): void {
    this.session?.pairChanged(pairId)
    this.session?.learner.pairChanged(pairId)
  }

  /** @param isQuiet where the same folder is opened again at once */
  close({ isQuiet = false } = {}): void {
    if (this.session === null) {
      return
    }
    this.session.close()
    this.session = null
    this.segmenter.forgetProject()
    this.connector.cancelAll()
    if (!isQuiet) {
      this.options.onFolder?.(null)
      this.emit('project.changed', null)
      void this.modelsChanged()
    }
  }

  dispose(): void {
    this.connector.cancelAll()
    this.connector.local.dispose()
    this.close()
    this.lanes.dispose()
    this.segmenter.dispose()
    this.sharedExamples.close()
  }
}
