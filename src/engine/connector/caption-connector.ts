import { randomUUID } from 'node:crypto'
import { DEFAULT_INSTRUCTION, THIS_MACHINE } from '../../contract/connector'
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
import type { OpenProject } from '../project/open-project'
import type { InferenceLane } from '../lanes/inference-lane'
import { questionAboutPair, questionAboutSample } from './pair-question'
import type { PairQuestion } from './pair-question'
import type { ConnectorKeys } from './connector-keys'
import type { Endpoints } from './endpoints'
import type { LocalCaptions } from './local-captions'
import { namingModels } from './naming-models'
import { OpenQuestions } from './open-questions'
import type { Asker } from '../../contract/person'
import { unlessAborted } from './unless-aborted'
import { message } from '../../messages/message'
import type { Message } from '../../messages/message'

/** What is asked. */
export interface Target {
  /** Null for a model pack on this machine. */
  endpoint: Endpoint | null
  /** Id of the model pack; null for a server. */
  pack: string | null
  model: string
  /** As in the source of captions: `127.0.0.1:8080`, or `this machine`. */
  host: string
  /** For titles: `seer at http://127.0.0.1:8080/v1`. */
  title: Message
}

interface Needs {
  settings: () => ConnectorSettings
  keys: ConnectorKeys
  endpoints: Endpoints
  local: LocalCaptions
  /** What a model on this machine has said so far to a question that this person waits for. */
  onText(text: string, asker: Asker): void
  /** Draws the pictures. */
  lane: InferenceLane
  sampleFolder: string
}

/** What was said, and by which version; `''` where a server says none. */
interface Said {
  text: string
  version: string
  /** Of the question. */
  bytes: number
}

/**
 * Asks a server of the user's own for captions, or a model pack on this machine. All data that the program sends over a
 * network passes here.
 */
export class CaptionConnector {
  readonly endpoints: Endpoints
  readonly local: LocalCaptions
  private readonly needs: Needs
  private readonly open = new OpenQuestions()

  constructor(needs: Needs) {
    this.needs = needs
    this.endpoints = needs.endpoints
    this.local = needs.local
  }

  settings(): ConnectorSettings {
    return this.needs.settings()
  }

  models(asker: Asker): Promise<string[]> {
    return this.open.wait(asker, (signal) => this.withChatOptions(signal, listModels))
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

  /** Cancels the requests that this person waits for. */
  cancel(asker: Asker): void {
    this.open.cancel(asker)
  }

  /** Cancels the requests that anybody waits for. */
  cancelAll(): void {
    this.open.cancelAll()
  }

  /** Asks about a pair of the sample; returns the sent data too. */
  try(asker: Asker): Promise<ConnectorTrial> {
    const { lane, sampleFolder } = this.needs
    return this.open.wait(asker, async (signal) => {
      const makeQuestion = (): Promise<PairQuestion> =>
        questionAboutSample(sampleFolder, lane, this.questionOptions())
      const question = await unlessAborted(makeQuestion, signal)
      const { bytes, ...answer } = await this.put(question, signal, this.textOf(asker))
      const { instruction: text, before, after } = question
      return { ...answer, sent: { text, before, after, bytes } }
    })
  }

  /** A person waits for the answer: `cancel` ends the request. */
  requestCaption(project: OpenProject, pairId: number, asker: Asker): Promise<ConnectorAnswer> {
    return this.open.wait(asker, (signal) =>
      this.requestCaptionOf(project, pairId, signal, this.target(), this.textOf(asker)),
    )
  }

  /**
   * @param target the only server and model that are asked, whatever the settings say by then
   * @throws ConnectorError; ContractError if the pair itself is the problem
   */
  async requestCaptionOf(
    project: Pick<OpenProject, 'folder' | 'store'>,
    pairId: number,
    signal: AbortSignal,
    target = this.target(),
    onText: (text: string) => void = () => undefined,
  ): Promise<ConnectorAnswer> {
    const question = (): Promise<PairQuestion> =>
      questionAboutPair(project, pairId, this.needs.lane, this.questionOptions())
    const pairQuestion = await unlessAborted(question, signal)
    this.requireSame(target)
    const { bytes: _bytes, ...answer } = await this.put(pairQuestion, signal, onText)
    return answer
  }

  /** From the settings. @throws ConnectorError */
  target(): Target {
    const { isOn, pack, model: named } = this.needs.settings()
    if (!isOn) {
      throw new ConnectorError('off', message('connector.off'))
    }
    if (pack !== null) {
      const title = this.local.title(pack)
      const here = message('connector.modelHere', { model: title })
      return { endpoint: null, pack, model: title, host: THIS_MACHINE, title: here }
    }
    const endpoint = this.endpoint()
    const model = named.trim()
    if (model === '') {
      throw new ConnectorError('no-model', message('connector.whichModel', { host: endpoint.host }))
    }
    const { host, address } = endpoint
    return { endpoint, pack, model, host, title: message('connector.modelAt', { model, address }) }
  }

  /** @throws ConnectorError */
  private requireSame({ title }: Target): void {
    const present = this.target()
    if (present.title.text !== title.text) {
      throw new ConnectorError('changed', message('connector.changed', { title: present.title }))
    }
  }

  /** Address from the settings. @throws ConnectorError */
  private endpoint(): Endpoint {
    const { isOn, address } = this.needs.settings()
    if (!isOn) {
      throw new ConnectorError('off', message('connector.off'))
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
    onText: (text: string) => void,
  ): Promise<ConnectorAnswer & { bytes: number }> {
    const { endpoint, pack, model, host } = this.target()
    const started = performance.now()
    const { text, version, bytes } =
      pack === null
        ? await this.askServer(question, model, signal)
        : await this.askPack(question, pack, signal, onText)
    const source = { kind: 'model', model, version, host } as const
    return {
      caption: { id: randomUUID(), text, rank: 0, source, logProbability: null },
      statesNoChange: statesNoChange(text),
      url: endpoint === null ? null : `${endpoint.address}/chat/completions`,
      model,
      milliseconds: performance.now() - started,
      bytes,
    }
  }

  private async askServer(question: PairQuestion, model: string, signal: AbortSignal): Promise<Said> {
    const body = chatBody({ model, ...question })
    const text = await this.withChatOptions(signal, (options) =>
      requestCaption(options, body, model).catch((error: unknown) => namingModels(error, options)),
    )
    return { text, version: '', bytes: Buffer.byteLength(body) }
  }

  private async askPack(
    question: PairQuestion,
    pack: string,
    signal: AbortSignal,
    onText: (text: string) => void,
  ): Promise<Said> {
    const milliseconds = 1000 * this.needs.settings().seconds
    const ask = (): Promise<{ text: string; version: string }> =>
      this.local.ask({ pack, question, milliseconds, signal, onText })
    const { instruction, before, after } = question
    return { ...(await unlessAborted(ask, signal)), bytes: instruction.length + before.length + after.length }
  }

  private async withChatOptions<T>(
    signal: AbortSignal,
    put: (options: ChatOptions) => Promise<T>,
  ): Promise<T> {
    const endpoint = this.endpoint()
    const { consent } = this.endpoints
    const { seconds } = this.needs.settings()
    const key = await this.needs.keys.of(endpoint.origin)
    try {
      return await put({ endpoint, key, consent, milliseconds: 1000 * seconds, signal })
    } catch (error) {
      throw error instanceof ConnectorError ? withoutKey(error, key) : error
    }
  }

  private textOf(asker: Asker): (text: string) => void {
    return (text) => this.needs.onText(text, asker)
  }
}
