/** What keeps a caption from coming. Most are about the server, so the next pair fares no better. */
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

/** The message is for the user: what happened, at which address, what to do. */
export class ConnectorError extends Error {
  override name = 'ConnectorError'
  readonly code: ConnectorErrorCode

  constructor(code: ConnectorErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

const PER_PAIR: ReadonlySet<ConnectorErrorCode> = new Set(['refused', 'timeout', 'busy', 'bad-answer'])

/** Whether another pair may yet be answered. */
export function mayPass({ code }: ConnectorError): boolean {
  return PER_PAIR.has(code)
}
