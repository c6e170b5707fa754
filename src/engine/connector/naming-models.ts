import { listModels } from '../../connector/chat'
import type { ChatOptions } from '../../connector/chat'
import { ConnectorError } from '../../connector/connector-error'
import { message } from '../../messages/message'

const SHOWN_MODELS = 12

/** Adds the known models if the model is not among them. @throws always, ConnectorError or the given error */
export async function namingModels(error: unknown, options: ChatOptions): Promise<never> {
  if (error instanceof ConnectorError && error.code === 'no-model') {
    const models = await listModels(options).catch(() => [])
    const more = models.length > SHOWN_MODELS ? ', …' : ''
    throw models.length === 0
      ? error
      : new ConnectorError(
          'no-model',
          message('connector.itHas', {
            text: error.text,
            models: `${models.slice(0, SHOWN_MODELS).join(', ')}${more}`,
          }),
        )
  }
  throw error
}
