import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '../src/contract/client'
import { engineContract } from '../src/contract/engine'
import type { Settings } from '../src/contract/work'
import { Supervisor } from '../src/engine/supervisor/supervisor'
import { noLog } from '../src/process/log/log'
import { nodeProcessHost } from '../src/process/process-host'
import type { ProcessHost } from '../src/process/process-host'
import type { Turn } from './attack'
import { answered } from './deadline'
import type { EngineClient } from './engine-client'
import { Loss } from './loss'
import { childrenOf, processTree, requireGone } from './processes'
import { englishOf } from '../src/messages/message'

export interface SessionOptions {
  /** The user's data folder. */
  home: string
  /** Null opens none. */
  folder: string | null
  settings?: Partial<Settings>
}

/** Settings that let nothing but the attack work. */
export function writeSettings(home: string, settings: Partial<Settings> = {}): void {
  mkdirSync(home, { recursive: true })
  const whole = { provider: 'cpu', proposer: 'difference', proposeAhead: false, ...settings }
  writeFileSync(join(home, 'settings.json'), JSON.stringify(whole))
}

/** The engine in a process of its own, kept alive by the program's `Supervisor`, as under Electron. */
export class EngineSession {
  readonly client: EngineClient = createClient(engineContract)
  private starts = 0
  /** How each engine ended. */
  private readonly ends: string[] = []
  private givenUp: string | null = null
  private readonly supervisor: Supervisor

  private constructor(
    private readonly turn: Turn,
    home: string,
  ) {
    this.supervisor = new Supervisor({
      host: this.host(),
      version: 'campaign',
      program: 'the campaign',
      log: noLog,
      userFolder: home,
      sampleFolder: home,
      modelsFolder: join(home, 'shipped'),
      detectorFolder: join(home, 'no-detector'),
      onStarted: ({ openPort }) => {
        this.starts += 1
        this.client.connect(openPort())
      },
      onGivenUp: (message) => (this.givenUp = englishOf(message)),
    })
  }

  /** What processes complain of is expected here: attacks look at what they answer. */
  private host(): ProcessHost {
    return {
      start: async (program, options) => {
        const hosted = await nodeProcessHost.start(program, { ...options, isQuiet: true })
        hosted.onExit((code, signal) => this.ends.push(String(signal ?? code)))
        return hosted
      },
    }
  }

  static async open(turn: Turn, { home, folder, settings }: SessionOptions): Promise<EngineSession> {
    writeSettings(home, settings)
    return EngineSession.openAsIs(turn, { home, folder })
  }

  /** With the settings that lie in `home`. */
  static async openAsIs(turn: Turn, { home, folder }: SessionOptions): Promise<EngineSession> {
    const session = new EngineSession(turn, home)
    try {
      await answered('the engine starts', session.supervisor.start(folder))
    } catch (error) {
      session.supervisor.dispose()
      throw error
    }
    return session
  }

  get pictures(): Supervisor['locatePicture'] {
    return (address) => this.supervisor.locatePicture(address)
  }

  /** Ends the engine without a word; it is started again. Nothing where it is just being started. */
  async kill(): Promise<void> {
    const pid = this.supervisor.enginePid()
    if (pid !== undefined) {
      const tree = processTree(pid)
      process.kill(pid, 'SIGKILL')
      this.turn.tally.kills += 1
      await requireGone(tree)
    }
  }

  /** The processes that the engine started and that run. */
  children(): number[] {
    const pid = this.supervisor.enginePid()
    return pid === undefined ? [] : childrenOf(pid)
  }

  /** Ends one of them without a word. */
  killChild(pid: number): void {
    process.kill(pid, 'SIGKILL')
    this.turn.tally.kills += 1
  }

  /** How often the engine died without being killed, where it was killed this often. @throws Loss `dead` */
  requireOnlyKills(kills: number): void {
    const deaths = this.starts - 1
    if (this.givenUp !== null || deaths > kills) {
      throw new Loss(
        'dead',
        `the engine died ${deaths} times and was killed ${kills} times: ${this.ends.join(', ')}. ${this.givenUp ?? ''}`,
      )
    }
  }

  async close(): Promise<void> {
    const pid = this.supervisor.enginePid()
    const tree = pid === undefined ? [] : processTree(pid)
    if (this.turn.random.chance(0.5)) {
      await this.supervisor.finish()
    } else {
      this.supervisor.dispose()
    }
    await requireGone(tree)
  }
}
