import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { createClient } from '../src/contract/client'
import { engineContract } from '../src/contract/engine'
import type { Port } from '../src/contract/port'
import type { Turn } from './attack'
import { answered } from './deadline'
import type { EngineClient } from './engine-client'
import { Loss } from './loss'
import { childrenOf, processTree, requireGone } from './processes'
import { killTree, startProgram } from './program'
import type { Running } from './program'

/** `deltascribe serve` and a client that comes back whenever its socket is lost, as the page in a browser does. */
export class ServedSession {
  readonly client: EngineClient = createClient(engineContract)
  /** Resolves when the server is killed and no answer can come any more. */
  readonly gone: Promise<void>
  private isKilled = false
  private tellGone: () => void = () => undefined

  private constructor(
    private readonly turn: Turn,
    private readonly server: Running,
    private readonly address: URL,
    private readonly cookie: string,
  ) {
    this.gone = new Promise((resolve) => (this.tellGone = resolve))
  }

  static async open(
    turn: Turn,
    home: string,
    folder: string,
    environment: Readonly<Record<string, string>> = {},
  ): Promise<ServedSession> {
    const server = startProgram(['serve', folder, '--json'], home, environment)
    try {
      const address = new URL(await answered('the server starts', addressOf(server)))
      const entered = await fetch(address, { redirect: 'manual' })
      const [cookie] = (entered.headers.get('set-cookie') ?? '').split(';')
      const session = new ServedSession(turn, server, address, cookie)
      await answered('the socket opens', session.connect())
      return session
    } catch (error) {
      server.child.kill('SIGKILL')
      throw error
    }
  }

  /** Its process; the engine is a child of it. */
  get pid(): number {
    return this.server.child.pid ?? 0
  }

  /** Everything that the server has written to standard error. */
  onStandardError(listener: (text: string) => void): void {
    this.server.child.stderr?.on('data', (text: Buffer) => listener(text.toString()))
  }

  private async connect(): Promise<void> {
    const { host, origin } = this.address
    const socket = new WebSocket(`ws://${host}/engine`, { headers: { Cookie: this.cookie, Origin: origin } })
    socket.on('error', () => undefined)
    socket.once('close', () => {
      if (this.isKilled) {
        this.tellGone()
      } else {
        void setTimeout(100, null, { ref: false }).then(() => this.connect())
      }
    })
    await once(socket, 'open').then(
      () => this.client.connect(portOf(socket)),
      () => undefined,
    )
  }

  /** Null while there is none. */
  enginePid(): number | null {
    return childrenOf(this.pid).at(0) ?? null
  }

  /** The engine is started again by the server. */
  async killEngine(): Promise<void> {
    const pid = this.enginePid()
    if (pid !== null) {
      const tree = processTree(pid)
      process.kill(pid, 'SIGKILL')
      this.turn.tally.kills += 1
      await requireGone(tree)
    }
  }

  async kill(): Promise<void> {
    this.isKilled = true
    const end = await killTree(this.turn, this.server.child, this.server.ended)
    if (end.signal !== 'SIGKILL') {
      throw new Loss(
        'dead',
        `the server ended with ${end.code} before it was killed: ${end.err.slice(-1000)}`,
      )
    }
    if (!this.client.isConnected()) {
      this.tellGone()
    }
    await answered('the socket of a killed server closes', this.gone)
  }
}

function portOf(socket: WebSocket): Port {
  return {
    post: (message) => socket.send(JSON.stringify(message)),
    onMessage: (listener) => socket.on('message', (data: Buffer) => listener(JSON.parse(data.toString()))),
    onClose: (listener) => socket.on('close', listener),
    close: () => socket.close(),
  }
}

/** The address that the server prints when it serves. */
async function addressOf({ child, ended }: Running): Promise<string> {
  const printed = new Promise<string>((resolve) => {
    let text = ''
    child.stdout?.on('data', (part: Buffer) => {
      text += part.toString()
      const url = /"url": "([^"]+)"/.exec(text)?.[1]
      if (url !== undefined) {
        resolve(url)
      }
    })
  })
  const failed = ended.then(({ code, signal, err }) => {
    throw new Loss('dead', `the server ended with ${code ?? signal} at its start: ${err.slice(-1000)}`)
  })
  failed.catch(() => undefined)
  return Promise.race([printed, failed])
}
