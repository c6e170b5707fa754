import { statSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { toFailure } from '../../contract/errors'
import type { ViewOnly } from '../../contract/project'
import { STORE_NAME } from '../../store/project-store'
import type { Emit } from '../engine-options'
import type { OpenProject } from './open-project'
import { presentViewOnly } from './open-store'
import { getSetting, projectSettings } from './project-settings'
import { DeferredWork } from '../deferred-work'
import type { Session } from '../session'
import { messageTextOf } from '../../messages/message'

/** Between two looks at what the other program has stored. */
const LOOK_MILLISECONDS = 1000

/** Shows what the program stores that has the project open for editing, as long as the session is open. */
export function followHolder(session: Session, emit: Emit, reopen: () => Promise<unknown>): void {
  const warn = (error: unknown): void => {
    if (toFailure(error).code !== 'cancelled') {
      emit('notice', { level: 'warning', message: messageTextOf(error) })
    }
  }
  watchHolder(
    session.project,
    {
      onPair: (pairId) => session.pairChanged(pairId, true),
      onHolder: () => emit('project.changed', session.describe()),
      onReplaced: () => reopen().catch(warn),
    },
    session.closing,
  )
}

interface HolderEvents {
  /** The program that edits it stored something about this pair. */
  onPair(pairId: number): void
  /** It has closed the project, or another one edits it now. */
  onHolder(): void
  /** The folder was read anew, or the store is another file: it is to be opened again. The next look comes after it. */
  onReplaced(): Promise<unknown>
}

/** Follows what the program stores that has the project open for editing, until `closing`. */
export function watchHolder(project: OpenProject, events: HolderEvents, closing: AbortSignal): void {
  const watch = new HolderWatch(project, events)
  // what stands in the way is told by whatever is asked for next
  const look = (): Promise<void> => watch.look().catch((error: unknown) => console.error('holder:', error))
  // a look takes longer with more pairs, and where the project is opened again
  const looks = new DeferredWork(0, look)
  const timer = setInterval(() => looks.soon(), LOOK_MILLISECONDS)
  timer.unref()
  closing.addEventListener('abort', () => {
    clearInterval(timer)
    looks.close()
  })
}

class HolderWatch {
  private readonly file: string
  private readonly contents: string | null
  private changes: string
  private viewOnly: ViewOnly

  constructor(
    private readonly project: OpenProject,
    private readonly events: HolderEvents,
  ) {
    const { store, storeFolder } = project
    this.file = this.fileNumber()
    this.contents = getSetting(store.meta, projectSettings.contents)
    this.changes = store.changeCount()
    store.pairs.knowPresent()
    this.viewOnly = presentViewOnly(storeFolder)
  }

  async look(): Promise<void> {
    const { store, storeFolder } = this.project
    const viewOnly = presentViewOnly(storeFolder)
    if (!isDeepStrictEqual(viewOnly, this.viewOnly)) {
      this.viewOnly = viewOnly
      this.events.onHolder()
    }
    if (this.fileNumber() !== this.file) {
      await this.events.onReplaced()
      return
    }
    const changes = store.changeCount()
    if (changes === this.changes) {
      return
    }
    if (getSetting(store.meta, projectSettings.contents) !== this.contents) {
      await this.events.onReplaced()
      return
    }
    // counted before: what is stored meanwhile is found by the next look
    this.changes = changes
    const found = await store.pairs.newlyChanged()
    found.forEach(({ id }) => this.events.onPair(id))
  }

  private fileNumber(): string {
    const found = statSync(join(this.project.storeFolder, STORE_NAME), {
      bigint: true,
      throwIfNoEntry: false,
    })
    return found === undefined ? '' : `${found.dev}:${found.ino}`
  }
}
