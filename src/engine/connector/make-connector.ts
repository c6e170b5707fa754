import { parseAddress } from '../../connector/address'
import type { ConnectorSettings } from '../../contract/connector'
import { noSecretBox } from '../../process/secret-box'
import type { EngineOptions } from '../engine-options'
import type { UserFiles } from '../user-folder'
import type { WorkerLane } from '../worker-lane'
import { CaptionConnector } from './caption-connector'
import { ConnectorKeys } from './connector-keys'
import { Endpoints } from './endpoints'

/** As the command line says, else as the settings do. */
export function makeConnector(options: EngineOptions, user: UserFiles, lane: WorkerLane): CaptionConnector {
  const { userFolder, sampleFolder, connector, secretBox = noSecretBox } = options
  const settings = (): ConnectorSettings => connector?.settings ?? user.getSettings().connector
  const given =
    connector?.key == null
      ? null
      : { origin: parseAddress(connector.settings.address).origin, key: connector.key }
  const keys = new ConnectorKeys(userFolder, secretBox, given)
  const endpoints = new Endpoints(options, user)
  return new CaptionConnector({ settings, keys, endpoints, lane, sampleFolder })
}
