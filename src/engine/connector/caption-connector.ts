import { randomUUID } from 'node:crypto'
import { DEFAULT_INSTRUCTION } from '../../contract/connector'
import type {
  ConnectorAnswer,
  ConnectorKey,
  ConnectorSettings,
  ConnectorTrial,
} from '../../contract/connector'
import { parseAddress } from '../../connector/address'
import type { Endpoint } from '../../connector/address'
import { requestCaption, chatBody, listModels } from '../../connector/chat'
import type { ChatOptions } from '../../connector/chat'
import { ConnectorError, explained, withoutKey } from '../../connector/connector-error'
import { statesNoChange } from '../../metrics/no-change'
import type { OpenProject } from '../open-project'
import type { WorkerLane } from '../worker-lane'
import { questionAboutPair, questionAboutSample } from './pair-question'
import type { PairQuestion } from './pair-question'
import { noSecretBox } from '../../process/secret-box'
import type { EngineOptions } from '../engine-options'
import type { UserFiles } from '../user-folder'
import { ConnectorKeys } from './connector-keys'
import { Endpoints } from './endpoints'

/** Address and model for questions. */
export interface Target {
  endpoint: Endpoint
  model: string
}

interface Needs {
  settings: () => ConnectorSettings
  keys: ConnectorKeys
  endpoints: Endpoints
  /** Draws the pictures. */
  lane: WorkerLane
  sampleFolder: string
}

const SHOWN_MODELS = 12

/** Asks a server of the user's own for captions. All data that the program sends over a network passes here. */
export class CaptionConnector {
  readonly endpoints: Endpoints
  private readonly needs: Needs
  private readonly pending = new Set<AbortController>()

  constructor(needs: Needs) {
    this.needs = needs
    this.endpoints = needs.endpoints
  }

  models(): Promise<string[]> {
    return this.cancellable((signal) => this.withChatOptions(signal, listModels))
  }

  key(): Promise<ConnectorKey> {
    return this.needs.keys.status()
  }

  setKey(key: string | null): Promise<ConnectorKey> {
    return explained(async () => {
      const { origin } = parseAddress(this.needs.settings().address)
      return this.needs.keys.set(origin, key)
    })
  }

  /** Cancels the requests that a user waits for. */
  cancel(): void {
    this.pending.forEach((stopper) => stopper.abort())
  }

  /** Asks about a pair of the sample; returns the sent data too. */
  try(): Promise<ConnectorTrial> {
    const { lane, sampleFolder } = this.needs
    return this.cancellable(async (signal) => {
      const makeQuestion = (): Promise<PairQuestion> =>
        questionAboutSample(sampleFolder, lane, this.questionOptions())
      const question = await unlessAborted(makeQuestion, signal)
      const { body, ...answer } = await this.put(question, signal)
      const { instruction: text, before, after } = question
      return { ...answer, sent: { text, before, after, bytes: Buffer.byteLength(body) } }
    })
  }

  /** A user waits for the answer: `cancel` ends the request. */
  requestCaption(project: OpenProject, pairId: number): Promise<ConnectorAnswer> {
    return this.cancellable((signal) => this.requestCaptionOf(project, pairId, signal))
  }

  /**
   * @param target the only server and model that are asked, whatever the settings say by then
   * @throws ConnectorError; ContractError if the pair itself is the problem
   */
  async requestCaptionOf(
    project: OpenProject,
    pairId: number,
    signal: AbortSignal,
    target = this.target(),
  ): Promise<ConnectorAnswer> {
    const question = (): Promise<PairQuestion> =>
      questionAboutPair(project, pairId, this.needs.lane, this.questionOptions())
    const pairQuestion = await unlessAborted(question, signal)
    this.requireSame(target)
    const { body: _body, ...answer } = await this.put(pairQuestion, signal)
    return answer
  }

  /** From the settings. @throws ConnectorError */
  target(): Target {
    const endpoint = this.endpoint()
    const { model } = this.needs.settings()
    if (model.trim() === '') {
      throw new ConnectorError(
        'no-model',
        `Which model at ${endpoint.host} is to be asked? Name it in Settings.`,
      )
    }
    return { endpoint, model: model.trim() }
  }

  /** @throws ConnectorError */
  private requireSame({ endpoint, model }: Target): void {
    const present = this.target()
    if (present.endpoint.address !== endpoint.address || present.model !== model) {
      const message = `The settings now name ${present.model} at ${present.endpoint.address}. Ask again to send pictures there.`
      throw new ConnectorError('changed', message)
    }
  }

  /** Address from the settings. @throws ConnectorError */
  private endpoint(): Endpoint {
    const { isOn, address } = this.needs.settings()
    if (!isOn) {
      throw new ConnectorError('off', 'The caption connector is off. Turn it on in Settings.')
    }
    return parseAddress(address)
  }

  private questionOptions(): { instruction: string; side: number } {
    this.target()
    const { instruction, side } = this.needs.settings()
    return { instruction: instruction.trim() === '' ? DEFAULT_INSTRUCTION : instruction, side }
  }

  private async put(
    question: PairQuestion,
    signal: AbortSignal,
  ): Promise<ConnectorAnswer & { body: string }> {
    const { endpoint, model } = this.target()
    const body = chatBody({ model, ...question })
    const started = performance.now()
    const text = await this.withChatOptions(signal, (options) =>
      requestCaption(options, body, model).catch((error: unknown) => namingModels(error, options)),
    )
    const source = { kind: 'model', model, version: '', host: endpoint.host } as const
    return {
      caption: { id: randomUUID(), text, rank: 0, source, logProbability: null },
      statesNoChange: statesNoChange(text),
      url: `${endpoint.address}/chat/completions`,
      model,
      milliseconds: performance.now() - started,
      body,
    }
  }

  private async withChatOptions<T>(
    signal: AbortSignal,
    put: (options: ChatOptions) => Promise<T>,
  ): Promise<T> {
    const endpoint = this.endpoint()
    const { agreement } = this.endpoints
    const { seconds } = this.needs.settings()
    const key = await this.needs.keys.of(endpoint.origin)
    try {
      return await put({ endpoint, key, agreement, milliseconds: 1000 * seconds, signal })
    } catch (error) {
      throw error instanceof ConnectorError ? withoutKey(error, key) : error
    }
  }

  private async cancellable<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const stopper = new AbortController()
    this.pending.add(stopper)
    try {
      return await explained(() => work(stopper.signal))
    } finally {
      this.pending.delete(stopper)
    }
  }
}

/**
 * Stops waiting at once; the inference process ends its work by itself. Starts nothing if the signal is aborted
 * already. @throws ConnectorError `cancelled`
 */
function unlessAborted<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(new ConnectorError('cancelled', 'Cancelled.'))
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

/** Adds the known models if the model is not among them. @throws always, ConnectorError or the given error */
async function namingModels(error: unknown, options: ChatOptions): Promise<never> {
  if (error instanceof ConnectorError && error.code === 'no-model') {
    const models = await listModels(options).catch(() => [])
    const more = models.length > SHOWN_MODELS ? ', …' : ''
    throw models.length === 0
      ? error
      : new ConnectorError(
          'no-model',
          `${error.message} It has: ${models.slice(0, SHOWN_MODELS).join(', ')}${more}.`,
        )
  }
  throw error
}

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
