import { failWith } from '../contract/errors'
import type { ContractError } from '../contract/errors'
import { MessageError, withReplaced } from '../messages/message'
import type { MessageText } from '../messages/message'

/** Reasons why no caption comes. Most are about the server, so the next pair would fail too. */
export type ConnectorErrorCode =
  | 'off'
  | 'bad-address'
  | 'not-agreed'
  | 'unreachable'
  | 'redirected'
  | 'unauthorised'
  | 'no-model'
  | 'not-for-images'
  | 'not-the-protocol'
  | 'refused'
  | 'timeout'
  | 'busy'
  | 'bad-answer'
  /** The settings name another server or model than was agreed upon. */
  | 'changed'
  | 'cancelled'

/** The message is for the user: the problem, the address, a way out. */
export class ConnectorError extends MessageError {
  override name = 'ConnectorError'
  readonly code: ConnectorErrorCode

  constructor(code: ConnectorErrorCode, text: MessageText) {
    super(text)
    this.code = code
  }
}

const PER_PAIR: ReadonlySet<ConnectorErrorCode> = new Set(['refused', 'timeout', 'busy', 'bad-answer'])

/** Whether the next pair may still succeed. */
export function mayPass({ code }: ConnectorError): boolean {
  return PER_PAIR.has(code)
}

/** @throws ContractError in place of a ConnectorError */
export async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof ConnectorError ? contractError(error) : error
  }
}

export function contractError({ code, text }: ConnectorError): ContractError {
  return failWith(code === 'cancelled' ? 'cancelled' : 'unavailable', text)
}

/** Removes the key from the message: servers repeat a key that they refuse. */
export function withoutKey(error: ConnectorError, key: string | null): ConnectorError {
  return key === null || key === '' || !error.message.includes(key)
    ? error
    : new ConnectorError(error.code, withReplaced(error.text, key, '(key)'))
}
