import { create } from 'zustand'
import type { ModelPack } from '../../src/contract/model-pack'
import type { ModelList } from '../../src/contract/models'
import type { Project } from '../../src/contract/project'
import type { ProviderStatus, QueueStatus } from '../../src/contract/proposal'
import type { Job, Settings } from '../../src/contract/work'
import { defaultSettings } from '../../src/contract/work'
import { engine, shell } from '../engine'
import { interrupted } from './interrupted'
import { say, sayError } from './notices'

/** What the engine said last. Filled on each connection and kept up by its events. */
interface Live {
  isConnected: boolean
  /** A connection was lost and not had again. */
  isLost: boolean
  /** The first answers are there. */
  isLoaded: boolean
  project: Project | null
  queue: QueueStatus | null
  providers: ProviderStatus | null
  jobs: Job[]
  packs: ModelPack[]
  /** Null until it was asked for. */
  models: ModelList | null
  settings: Settings
}

export const useLive = create<Live>()(() => ({
  isConnected: false,
  isLost: false,
  isLoaded: false,
  project: null,
  queue: null,
  providers: null,
  jobs: [],
  packs: [],
  models: null,
  settings: defaultSettings,
}))

let isFollowing = false

/** Listens to the engine for as long as the page lives. */
export function followEngine(): void {
  if (isFollowing) {
    return
  }
  isFollowing = true
  const { setState } = useLive
  engine.onConnection((isConnected) => {
    const { isConnected: wasConnected, isLoaded } = useLive.getState()
    setState({ isConnected, isLost: !isConnected && (wasConnected || isLoaded) })
    if (isConnected) {
      void refresh()
    }
  })
  engine.on('project.changed', (project) => {
    setState(project === null ? { project, queue: null } : { project })
    if (project !== null && useLive.getState().queue === null) {
      void askQueue()
    }
  })
  engine.on('queue.changed', (queue) => setState({ queue }))
  engine.on('provider.changed', (providers) => setState({ providers }))
  engine.on('job.changed', (job) => setState({ jobs: withJob(useLive.getState().jobs, job) }))
  engine.on('packs.changed', (packs) => setState({ packs }))
  engine.on('models.changed', (models) => setState({ models }))
  engine.on('settings.changed', setSettings)
  engine.on('notice', ({ level, message }) => say(level, message))
  if (engine.isConnected()) {
    setState({ isConnected: true })
    void refresh()
  }
}

export function withJob(jobs: readonly Job[], job: Job): Job[] {
  return jobs.some(({ id }) => id === job.id)
    ? jobs.map((known) => (known.id === job.id ? job : known))
    : [...jobs, job]
}

/** Nothing is told of a queue that was not begun. */
async function askQueue(): Promise<void> {
  try {
    const queue = await engine.call('proposals.status', {})
    if (useLive.getState().queue === null) {
      useLive.setState({ queue })
    }
  } catch (error) {
    // it may have been closed meanwhile
    if (useLive.getState().project !== null) {
      sayError(error)
    }
  }
}

/** What needs no waiting first: the providers may still be under test, and the queue needs a project. */
async function refresh(): Promise<void> {
  const { setState } = useLive
  engine.call('providers.status', {}).then((providers) => setState({ providers }), sayError)
  engine.call('packs.list', {}).then((packs) => setState({ packs }), sayError)
  engine.call('models.list', {}).then((models) => setState({ models }), sayError)
  try {
    const [project, jobs, settings] = await Promise.all([
      engine.call('project.current', {}),
      engine.call('jobs.list', {}),
      engine.call('settings.get', {}),
    ])
    setSettings(settings)
    // An engine that was restarted has the folder open again, unless it came up in haste.
    const before = useLive.getState().project
    const present = project ?? (before === null ? null : await reopen(before))
    setState({ project: present, jobs: [...interrupted(useLive.getState().jobs, jobs), ...jobs] })
    // a folder that the program was started with was opened before anybody could be told
    if (before === null && present !== null && present.storeNotice !== null) {
      say('warning', present.storeNotice)
    }
    const { startFailure } = await engine.call('app.info', {})
    if (present === null && startFailure !== null) {
      say('error', startFailure)
    }
    setState({ queue: present === null ? null : await engine.call('proposals.status', {}) })
  } catch (error) {
    sayError(error)
  } finally {
    setState({ isLoaded: true })
  }
}

function reopen({ folder, reading }: Project): Promise<Project> {
  return engine.call('project.open', { folder, reading: reading.id })
}

function setSettings(settings: Settings): void {
  useLive.setState({ settings })
  applyScale(settings.scale)
}

/** The shell zooms the whole page; in a browser every size in `rem` follows the root. */
function applyScale(scale: number): void {
  if (shell === null) {
    document.documentElement.style.fontSize = `${scale * 100}%`
  } else {
    shell.setScale(scale)
  }
}

/** CSS pixels of one 4-pixel grid step times `steps`, for code that must measure in pixels. */
export function usePixels(steps: number): number {
  const scale = useLive((live) => live.settings.scale)
  return Math.round(steps * 4 * (shell === null ? scale : 1))
}

/** Changes settings at once on screen; the engine's answer has the last word, also where it could not store them. */
export function changeSettings(change: Partial<Settings>): void {
  setSettings({ ...useLive.getState().settings, ...change })
  engine.call('settings.set', change).then(setSettings, (error: unknown) => {
    sayError(error)
    engine.call('settings.get', {}).then(setSettings, sayError)
  })
}
