import { nodeProcessHost } from '../../process/process-host'
import { LocalCaptions } from './local-captions'

/** No model pack captions. */
export const noLocalCaptions = new LocalCaptions({
  host: nodeProcessHost,
  packs: { captionTitle: () => null, find: async () => null },
  provider: async () => 'cpu',
  onRemark: () => undefined,
})
