import { explained } from '../../connector/connector-error'
import type { Asker } from '../../contract/person'

/** Questions that people wait for. Each cancels their own. */
export class OpenQuestions {
  private readonly askers = new Map<AbortController, Asker>()

  /** @throws ContractError in place of a ConnectorError */
  async wait<T>(asker: Asker, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const stopper = new AbortController()
    this.askers.set(stopper, asker)
    try {
      return await explained(() => work(stopper.signal))
    } finally {
      this.askers.delete(stopper)
    }
  }

  cancel(asker: Asker): void {
    this.askers.forEach((each, stopper) => {
      if (each === asker) {
        stopper.abort()
      }
    })
  }

  cancelAll(): void {
    this.askers.forEach((_asker, stopper) => stopper.abort())
  }
}
