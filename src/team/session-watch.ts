import type { Session, Sessions } from './sessions'

/** How soon a socket notices that its session has ended in another place. Milliseconds. */
const EVERY = 1000

interface Watched {
  session: Session
  listeners: Set<() => void>
}

/** Tells open connections that their session has ended, or that the person has another role: they come in anew then. */
export class SessionWatch {
  private readonly watched = new Map<string, Watched>()
  private timer: NodeJS.Timeout | null = null

  constructor(
    private readonly sessions: Pick<Sessions, 'present'>,
    private readonly every = EVERY,
  ) {}

  /** @returns the function that stops listening */
  add(session: Session, listener: () => void): () => void {
    const { id } = session
    // one of another role is watched from its next coming in on
    const one = this.watched.get(id) ?? { session, listeners: new Set() }
    this.watched.set(id, one)
    one.listeners.add(listener)
    this.next()
    return () => {
      one.listeners.delete(listener)
      if (one.listeners.size === 0 && this.watched.get(id) === one) {
        this.watched.delete(id)
      }
    }
  }

  /** It ended here: nobody needs to look. */
  end(id: string): void {
    const listeners = this.watched.get(id)?.listeners ?? []
    this.watched.delete(id)
    listeners.forEach((listener) => listener())
  }

  close(): void {
    clearTimeout(this.timer ?? undefined)
    this.watched.clear()
  }

  private next(): void {
    if (this.timer === null && this.watched.size > 0) {
      this.timer = setTimeout(() => {
        void this.look().finally(() => {
          this.timer = null
          this.next()
        })
      }, this.every)
      this.timer.unref()
    }
  }

  private async look(): Promise<void> {
    const asked = [...this.watched]
    if (asked.length === 0) {
      return
    }
    // while the database is away nothing can be read or stored either, and who is in stays
    const found = await this.sessions.present(asked.map(([id]) => id)).catch(() => null)
    if (found === null) {
      return
    }
    const present = new Map(found.map((session) => [session.id, session.person]))
    for (const [id, { session }] of asked) {
      const person = present.get(id)
      if (person?.role !== session.person.role || person.name !== session.person.name) {
        this.end(id)
      }
    }
  }
}
