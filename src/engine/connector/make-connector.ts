import { parseAddress } from '../../connector/address'
import type { ConnectorSettings } from '../../contract/connector'
import { noSecretBox } from '../../process/secret-box'
import type { Emit, EngineOptions } from '../engine-options'
import type { Lanes } from '../lanes/lanes'
import type { ModelPacks } from '../models/model-packs'
import type { Providers } from '../providers/providers'
import type { UserFiles } from '../user-folder'
import { CaptionConnector } from './caption-connector'
import { ConnectorKeys } from './connector-keys'
import { Endpoints } from './endpoints'
import { LocalCaptions } from './local-captions'

interface Parts {
  user: UserFiles
  lanes: Lanes
  packs: ModelPacks
  providers: Providers
  emit: Emit
}

/** Asks as the command line says, else as the settings do. */
export function makeConnector(
  options: EngineOptions,
  { user, lanes, packs, providers, emit }: Parts,
): CaptionConnector {
  const { host, userFolder, sampleFolder, connector, secretBox = noSecretBox } = options
  const settings = (): ConnectorSettings => connector?.settings ?? user.getSettings().connector
  const given =
    connector?.key == null
      ? null
      : { origin: parseAddress(connector.settings.address).origin, key: connector.key }
  return new CaptionConnector({
    settings,
    keys: new ConnectorKeys(userFolder, secretBox, given),
    endpoints: new Endpoints(options, user),
    local: new LocalCaptions({
      host,
      packs,
      provider: () => providers.inUse(),
      onRemark: (message) => emit('notice', { level: 'info', message }),
    }),
    onText: (text, asker) => emit('connector.text', { text, asker }),
    lane: lanes.questions,
    sampleFolder,
  })
}
