import { create } from 'zustand'
import type { ModelPack, ModelList } from '../../src/contract/models'
import type { Person } from '../../src/contract/person'
import type { Project } from '../../src/contract/project'
import type { ProviderStatus, QueueStatus } from '../../src/contract/proposal'
import type { RemoteStatus } from '../../src/contract/remote'
import type { EmbeddingStatus } from '../../src/contract/similar'
import type { Job, Settings, SettingsChange } from '../../src/contract/work'
import { DEFAULT_SETTINGS } from '../../src/contract/work'
import { engine, shell, stayWith } from '../engine'
import { interruptedJobs, withJob } from './jobs'
import { notify, notifyError, notifyLasting } from './notices'
import { addPending, withPending } from './pending-settings'
import { tellConnection } from './connection-notice'
import { applyScale } from './scale'
import { showStoreNotice } from './store-notice'
import { modelsWithTranslatedTitles } from '../text/built-in-titles'
import { spellMessage } from '../text/message'

/** The engine's last reported state: fetched on each connection and updated by its events. */
export interface EngineSnapshot {
  isConnected: boolean
  /** A connection was lost and not had again. */
  isLost: boolean
  /** The first answers are there. */
  isLoaded: boolean
  /** How often the state was fetched: what was read before the last time may be old. */
  fetchCount: number
  /** Who is signed in; null where the program is one user's own. */
  person: Person | null
  project: Project | null
  /** The folder that the program was started with, where a person has to say how it is read. */
  startChoice: string | null
  queue: QueueStatus | null
  /** Of the pairs of the open project. */
  embeddings: EmbeddingStatus | null
  providers: ProviderStatus | null
  /** Another machine that makes proposals. */
  remote: RemoteStatus | null
  jobs: Job[]
  packs: ModelPack[]
  /** Null until it was fetched. */
  models: ModelList | null
  settings: Settings
}

/** Of no project. */
const IDLE = { queue: null, embeddings: null }

export const useEngineState = create<EngineSnapshot>()(() => ({
  isConnected: false,
  isLost: false,
  isLoaded: false,
  fetchCount: 0,
  person: null,
  project: null,
  startChoice: null,
  ...IDLE,
  providers: null,
  remote: null,
  jobs: [],
  packs: [],
  models: null,
  settings: DEFAULT_SETTINGS,
}))

let isFollowing = false

/** Listens to the engine for as long as the page lives. */
export function followEngine(): void {
  if (isFollowing) {
    return
  }
  isFollowing = true
  const { setState } = useEngineState
  useEngineState.subscribe(({ project }, before) => showStoreNotice(project, before.project))
  engine.onConnection((isConnected) => {
    const { isConnected: wasConnected, isLoaded, isLost } = useEngineState.getState()
    setState({ isConnected, isLost: !isConnected && (wasConnected || isLoaded) })
    if (isConnected) {
      // a new connection can come with the news that the last one was lost, so that no screen sees it lost
      void refresh(isLost)
    }
  })
  engine.on('project.changed', (project) => {
    setState(project === null ? { ...IDLE, project } : { project })
    if (project !== null && useEngineState.getState().queue === null) {
      void fetchQueueStatus()
    }
  })
  engine.on('queue.changed', (queue) => setState({ queue }))
  engine.on('embeddings.changed', (embeddings) => setState({ embeddings }))
  engine.on('provider.changed', (providers) => setState({ providers }))
  engine.on('remote.changed', (remote) => setState({ remote }))
  engine.on('job.changed', (job) => setState({ jobs: withJob(useEngineState.getState().jobs, job) }))
  engine.on('packs.changed', (packs) => setState({ packs }))
  engine.on('models.changed', showModels)
  engine.on('settings.changed', showSettings)
  engine.on('notice', ({ level, message }) => notify(level, spellMessage(message)))
  if (engine.isConnected()) {
    setState({ isConnected: true })
    void refresh()
  }
}

export function showModels(models: ModelList): void {
  useEngineState.setState({ models: modelsWithTranslatedTitles(models) })
}

/** Adds a job that was begun just now, unless its event came first. */
export function addJob(job: Job): void {
  const { jobs } = useEngineState.getState()
  if (!jobs.some(({ id }) => id === job.id)) {
    useEngineState.setState({ jobs: withJob(jobs, job) })
  }
}

/** The engine sends no event for a queue that was not started. */
async function fetchQueueStatus(): Promise<void> {
  try {
    const statuses = await fetchStatuses()
    // an event may have come meanwhile
    const present = useEngineState.getState()
    useEngineState.setState({
      queue: present.queue ?? statuses?.queue ?? null,
      embeddings: present.embeddings ?? statuses?.embeddings ?? null,
    })
  } catch (error) {
    // it may have been closed meanwhile
    if (useEngineState.getState().project !== null) {
      notifyError(error)
    }
  }
}

/** Null where another project is open by then. */
async function fetchStatuses(): Promise<{ queue: QueueStatus; embeddings: EmbeddingStatus } | null> {
  const { storePath } = inProject()
  const [queue, embeddings] = await Promise.all([
    engine.call('proposals.status', {}),
    engine.call('embeddings.status', {}),
  ])
  return inProject().storePath === storePath ? { queue, embeddings } : null
}

/**
 * Does not wait for the first requests: the providers may still be under test, and the queue needs a project. Each
 * answer is taken as it comes: what an event tells after it is newer.
 */
async function refresh(wasLost = false): Promise<void> {
  const { setState } = useEngineState
  engine.call('providers.status', {}).then((providers) => setState({ providers }), notifyError)
  engine.call('remote.status', {}).then((remote) => setState({ remote }), notifyError)
  engine.call('packs.list', {}).then((packs) => setState({ packs }), notifyError)
  engine.call('models.list', {}).then(showModels, notifyError)
  try {
    const [lost] = await Promise.all([
      engine.call('project.current', {}).then(showProject),
      engine.call('team.me', {}).then((person) => {
        tellConnection(person, useEngineState.getState().person, wasLost)
        showPerson(person)
      }),
      engine.call('jobs.list', {}).then((jobs) => {
        setState({ jobs: [...interruptedJobs(useEngineState.getState().jobs, jobs), ...jobs] })
      }),
      engine.call('settings.get', {}).then(showSettings),
    ])
    if (lost !== null) {
      setState({ project: await reopen(lost) })
    }
    const present = useEngineState.getState().project
    const { startFailure, startChoice, restartNotice } = await engine.call('app.info', {})
    // a page that was loaded anew has lost nothing
    if (restartNotice !== null && useEngineState.getState().isLoaded) {
      notify('warning', spellMessage(restartNotice))
    }
    if (present === null && startFailure !== null) {
      notifyLasting(spellMessage(startFailure))
    }
    setState(present === null ? { ...IDLE, startChoice } : { ...(await fetchStatuses()) })
  } catch (error) {
    notifyError(error)
  } finally {
    setState({ isLoaded: true, fetchCount: useEngineState.getState().fetchCount + 1 })
  }
}

/** An engine that was restarted has the folder open again, unless it came up in haste: then the one to open is returned. */
function showProject(project: Project | null): Project | null {
  if (project === null) {
    return useEngineState.getState().project
  }
  useEngineState.setState({ project })
  return null
}

function showPerson(person: Person | null): void {
  useEngineState.setState({ person })
  if (person !== null) {
    stayWith(person.name)
  }
}

/** Whenever the state was fetched again: events may have been missed. */
export function onFetchedAgain(listener: () => void): void {
  useEngineState.subscribe(({ fetchCount }, before) => {
    if (fetchCount > before.fetchCount && before.fetchCount > 0) {
      listener()
    }
  })
}

function reopen({ folder, reading }: Project): Promise<Project> {
  return engine.call('project.open', { folder, reading: reading.id })
}

function showSettings(stored: Settings): void {
  const settings = withPending(stored)
  useEngineState.setState({ settings })
  applyScale(settings.scale)
}

/** CSS pixels of one 4-pixel grid step times `steps`, for code that must measure in pixels. */
export function usePixels(steps: number): number {
  const scale = useEngineState((state) => state.settings.scale)
  return Math.round(steps * 4 * (shell === null ? scale : 1))
}

/** Changes settings at once on screen. The engine's answer then replaces them, also if it could not store them. */
export function changeSettings(change: SettingsChange): void {
  const end = addPending(change)
  showSettings(useEngineState.getState().settings)
  const stored = engine.call('settings.set', change).finally(end)
  stored.then(showSettings, (error: unknown) => {
    notifyError(error)
    engine.call('settings.get', {}).then(showSettings, notifyError)
  })
}

/** Pair numbers start anew in every project: a request for this project must not reach the next. */
export function inProject(): { storePath?: string } {
  const storePath = useEngineState.getState().project?.storePath
  return storePath === undefined ? {} : { storePath }
}
