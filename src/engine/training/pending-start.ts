import { failWith } from '../../contract/errors'

/** A run that was asked for, from then until its process works. One at a time: a second one is refused. */
export class PendingStart {
  private current: { readonly id: string; isStopped: boolean; readonly ended: Promise<void> } | null = null

  isOf(id: string): boolean {
    return this.current?.id === id
  }

  /** @throws ContractError `unavailable` while another start is under way; what `work` throws */
  async run<T>(id: string, work: () => Promise<T>): Promise<T> {
    if (this.current !== null) {
      throw runsAlready()
    }
    const started = work()
    const ended = started.then(noop, noop)
    this.current = { id, isStopped: false, ended }
    try {
      return await started
    } finally {
      this.current = null
    }
  }

  /** A start that is too late to abandon works when this resolves. */
  async abandon(id: string): Promise<void> {
    if (this.current?.id !== id) {
      return
    }
    this.current.isStopped = true
    await this.current.ended
  }

  /** @throws ContractError `cancelled` */
  requireNotStopped(): void {
    if (this.current?.isStopped === true) {
      throw failWith('cancelled', 'The run was stopped before it began.')
    }
  }
}

function noop(): void {}

export function runsAlready(): Error {
  return failWith('unavailable', 'A training run is running: pause or cancel it first.')
}
