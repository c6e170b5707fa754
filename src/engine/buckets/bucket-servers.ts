import { addressText } from '../../buckets/address'
import type { BucketAddress } from '../../buckets/address'
import type { BucketConnection } from '../../buckets/connection'
import { connectionDefaults } from '../../buckets/connection-options'
import { failWith } from '../../contract/errors'
import { message } from '../../messages/message'
import { isLoopback, parseUrl } from '../../network/addresses'
import type { EngineOptions } from '../engine-options'
import type { UserFiles } from '../user-folder'

/** What requests go to. */
type Asked = BucketAddress & { connection: BucketConnection }
type Options = Pick<EngineOptions, 'askPerson' | 'allowedOrigins' | 'bucket' | 'otherFolders'>

/**
 * The servers whose buckets may be used. Requests are signed with the person's credentials, so a page names none
 * that the person has not: in the environment, on the command line, or in a dialog of the program around the engine.
 */
export class BucketServers {
  constructor(
    private readonly options: Options,
    private readonly user: UserFiles,
  ) {}

  /** Without a question: Amazon, this machine, and what the person named. */
  isAllowed({ connection: { endpoint } }: Pick<Asked, 'connection'>): boolean {
    const url = endpoint === null ? null : parseUrl(endpoint)
    return url === null || isLoopback(url.hostname) || this.named().includes(url.origin)
  }

  /** @throws ContractError `unavailable` */
  async require(place: Asked): Promise<void> {
    if (this.isAllowed(place)) {
      return
    }
    const { origin } = new URL(place.connection.endpoint ?? '')
    const { askPerson = null } = this.options
    if (askPerson === null) {
      throw failWith('unavailable', message('buckets.serverNotNamed', { origin }))
    }
    if (!(await askPerson({ kind: 'bucket', origin, address: addressText(place) }))) {
      throw failWith('unavailable', message('buckets.serverNotAllowed', { origin }))
    }
  }

  private named(): string[] {
    const { allowedOrigins = [], bucket = null, otherFolders = 'use' } = this.options
    // as with folders: what serve may use is named for each run
    const recent = otherFolders === 'refuse' ? [] : this.user.getRecent()
    const endpoints = [
      connectionDefaults().endpoint,
      bucket?.connection.endpoint,
      ...recent.map((project) => project.bucket?.connection.endpoint),
    ]
    return [...allowedOrigins, ...endpoints.flatMap((text) => parseUrl(text ?? '')?.origin ?? [])]
  }
}
