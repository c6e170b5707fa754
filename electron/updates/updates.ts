import { app } from 'electron'
import type { CancellationToken } from 'electron-updater'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { UpdateState } from '../../src/contract/updates'
import { addressOf, readFeed } from './feed'
import type { Feed } from './feed'
import { loadOnce } from './load-once'
import { describeFound, loadUpdater, problemOf } from './updater'

/** Who hears of changes, and of what failed. */
interface Told {
  state(state: UpdateState): void
  error(error: Error): void
}

/**
 * Newer versions of the app, at the person's word alone: nothing is asked, fetched or installed by itself, and what was
 * fetched is installed when the app has ended.
 */
export class Updates {
  private readonly configPath: string
  private readonly feed: Feed | null
  private readonly loaded: () => ReturnType<typeof loadUpdater>
  private download: CancellationToken | null = null
  private state: UpdateState
  private readonly tell: Told

  constructor(tell: Told) {
    this.tell = tell
    this.configPath = app.isPackaged
      ? join(process.resourcesPath, 'app-update.yml')
      : // an app from its source has a feed in tests alone
        (process.env['DELTASCRIBE_UPDATE_FEED'] ?? '')
    this.feed = this.configPath === '' ? null : readFeed(this.configPath)
    this.state = firstState(this.feed)
    this.loaded = loadOnce(async () => {
      const loaded = await loadUpdater(this.configPath, app.getPath('userData'))
      loaded.updater.forceDevUpdateConfig = !app.isPackaged
      // what fails after the window has closed is told nowhere else
      loaded.updater.on('error', (error) => this.tell.error(error))
      return loaded
    })
  }

  address(): string | null {
    return this.feed === null ? null : addressOf(this.feed)
  }

  present(): UpdateState {
    return this.state
  }

  /** Asks for the list of versions. */
  async look(): Promise<void> {
    if (!['idle', 'newest', 'found', 'failed'].includes(this.state.kind)) {
      return
    }
    this.change({ kind: 'looking' })
    try {
      const { updater } = await this.loaded()
      const result = await updater.checkForUpdates()
      if (result === null) {
        this.change({ kind: 'never', why: 'archive' })
      } else if (result.isUpdateAvailable) {
        this.change({ kind: 'found', found: describeFound(result.updateInfo) })
      } else {
        this.change({ kind: 'newest', version: app.getVersion() })
      }
    } catch (error) {
      this.fail(error)
    }
  }

  /** Fetches what was found. Its checksum is compared; it is installed when the app has ended. */
  async startDownload(): Promise<void> {
    if (this.state.kind !== 'found') {
      return
    }
    const { found } = this.state
    this.change({ kind: 'downloading', found, share: 0 })
    const { updater, newToken } = await this.loaded()
    const token = newToken()
    this.download = token
    const follow = ({ percent }: { percent: number }): void => {
      this.change({ kind: 'downloading', found, share: Math.min(1, percent / 100) })
    }
    updater.on('download-progress', follow)
    try {
      await updater.downloadUpdate(token)
      this.change({ kind: 'downloaded', found })
    } catch (error) {
      if (token.cancelled) {
        this.change({ kind: 'found', found })
      } else {
        this.fail(error)
      }
    } finally {
      updater.off('download-progress', follow)
      this.download = null
    }
  }

  cancelDownload(): void {
    this.download?.cancel()
  }

  private fail(error: unknown): void {
    const detail = error instanceof Error ? error.message.split('\n')[0].slice(0, 300) : String(error)
    this.change({ kind: 'failed', problem: problemOf(error), detail })
  }

  private change(state: UpdateState): void {
    this.state = state
    this.tell.state(state)
  }
}

function firstState(feed: Feed | null): UpdateState {
  if (app.isPackaged && isFromArchive()) {
    return { kind: 'never', why: 'archive' }
  }
  if (feed !== null) {
    return { kind: 'idle' }
  }
  return { kind: 'never', why: app.isPackaged ? 'no-feed' : 'source' }
}

/** Whether no installer put the app where it is, which would put the newer one there. */
function isFromArchive(): boolean {
  switch (process.platform) {
    case 'linux':
      return process.env['APPIMAGE'] === undefined && !existsSync(join(process.resourcesPath, 'package-type'))
    case 'win32':
      return !existsSync(join(dirname(process.execPath), `Uninstall ${app.getName()}.exe`))
    default:
      return false
  }
}
