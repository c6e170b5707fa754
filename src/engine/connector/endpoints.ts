import { parseAddress, publicProblem, reachOf } from '../../connector/address'
import type { Consent } from '../../connector/address'
import { explained } from '../../connector/connector-error'
import type { ConnectorEndpoint } from '../../contract/connector'
import { failWith } from '../../contract/errors'
import type { AskPerson, EngineOptions } from '../engine-options'
import type { UserFiles } from '../user-folder'
import { message } from '../../messages/message'

type ConsentOptions = Pick<EngineOptions, 'connector' | 'allowedOrigins' | 'askPerson'>

/**
 * Where a caption server lies, and whether pictures may be sent there. Beyond this machine the person agrees to it, in
 * a dialog of the program around the engine or on the command line. Both are out of the reach of a page.
 */
export class Endpoints {
  readonly consent: Consent
  private readonly askPerson: AskPerson | null

  constructor(
    options: ConsentOptions,
    private readonly user: UserFiles,
  ) {
    this.askPerson = options.askPerson ?? null
    this.consent = options.connector === undefined ? byPerson(options, user) : byCommand(options.connector)
  }

  /** Parses an address and resolves its name. @throws ContractError `unavailable` */
  inspect(typed: string): Promise<ConnectorEndpoint> {
    return explained(async () => {
      const endpoint = parseAddress(typed)
      const reach = await reachOf(endpoint)
      const { address, origin, host } = endpoint
      const unknown = message('connector.unknownTyped', { host })
      const problem = reach === 'unknown' ? unknown : reach === 'public' ? publicProblem(endpoint) : null
      const isAgreed = reach === 'machine' || (reach !== 'unknown' && this.consent.covers(origin, reach))
      const howToAgree = this.askPerson === null ? message('connector.startServeToAllow', { origin }) : null
      return { address, origin, host, reach, problem, isAgreed, howToAgree }
    })
  }

  /**
   * Asks the person whether pictures may go to the address in the settings, unless they agreed already.
   * @throws ContractError `unavailable` where the program shows no dialog
   */
  async agree(): Promise<ConnectorEndpoint> {
    const { address } = this.user.getSettings().connector
    const endpoint = await this.inspect(address)
    const { origin, host, reach, problem, isAgreed, howToAgree } = endpoint
    if (problem !== null || isAgreed || reach === 'machine' || reach === 'unknown') {
      return endpoint
    }
    if (this.askPerson === null) {
      throw failWith('unavailable', howToAgree ?? '')
    }
    if (await this.askPerson({ kind: 'sending', origin, host, reach })) {
      await this.user.agreeTo(address, origin)
    }
    return this.inspect(address)
  }
}

/** In a dialog, for the address in the settings, or as an option of `serve`. */
function byPerson({ allowedOrigins = [], askPerson = null }: ConsentOptions, user: UserFiles): Consent {
  return {
    covers: (origin) => origin === user.getSettings().connector.agreedTo || allowedOrigins.includes(origin),
    howTo: (origin) =>
      askPerson === null ? message('connector.startServe', { origin }) : message('connector.agree'),
  }
}

/** As an option of `caption`. A server of the user's network needs no more than to be named. */
function byCommand({ settings, isNamed }: NonNullable<EngineOptions['connector']>): Consent {
  return {
    covers: (origin, reach) => origin === settings.agreedTo || (isNamed && reach === 'network'),
    howTo: (_origin, reach) =>
      isNamed
        ? message('connector.addPublic')
        : message(reach === 'public' ? 'connector.nameItPublic' : 'connector.nameIt'),
  }
}
