import { ConnectorError } from '../../connector/connector-error'
import { message } from '../../messages/message'

/**
 * Stops waiting at once; the inference process ends its work by itself. Starts nothing if the signal is aborted
 * already. @throws ConnectorError `cancelled`
 */
export function unlessAborted<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(new ConnectorError('cancelled', message('engine.cancelled')))
    if (signal.aborted) {
      giveUp()
      return
    }
    signal.addEventListener('abort', giveUp, { once: true })
    work()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', giveUp))
  })
}
