import { setTimeout } from 'node:timers/promises'
import { connect, signIn } from '../../src/engine/testing-team'
import type { Connection, ConnectionReply } from '../../src/engine/testing-team'

/** Before what could not be answered is asked again. */
const AGAIN_MILLISECONDS = 100

/** What a server says while its engine or its database is away, or the engine was started anew. */
const AWAY: ReadonlySet<string> = new Set([
  'unavailable',
  'cannot-write',
  'cancelled',
  'disconnected',
  'no-project',
])

/** A person's connection that comes back, and asks again what was not answered, as the page in a browser does. */
export class LastingConnection {
  /** Questions that were asked once more. */
  again = 0
  private cookie: string | null = null
  private connection: Connection | null = null

  constructor(
    private readonly address: URL,
    private readonly name: string,
    private readonly closing: AbortSignal,
  ) {}

  /** The answer, however long it takes. @throws Error once it is to end */
  async send(command: string, input: unknown): Promise<ConnectionReply> {
    for (;;) {
      const reply = await this.trySend(command, input)
      if (reply !== null) {
        return reply
      }
      this.closing.throwIfAborted()
      this.again += 1
      await setTimeout(AGAIN_MILLISECONDS)
    }
  }

  close(): void {
    this.connection?.close()
  }

  /** Null where no answer came. */
  private async trySend(command: string, input: unknown): Promise<ConnectionReply | null> {
    try {
      this.cookie ??= await signIn(this.address, this.name)
      const connection = (this.connection ??= await connect(this.address, this.cookie))
      const closed = connection.closed.then(() => null)
      const reply = await Promise.race([connection.send(command, input), closed])
      if (reply === null) {
        this.connection = null
      }
      return AWAY.has(reply?.failure?.code ?? '') ? null : reply
    } catch {
      // no server, or one that cannot ask its database
      this.connection = null
      return null
    }
  }
}
