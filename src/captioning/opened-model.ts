import { ContractError } from '../contract/errors'
import type { ProviderName } from '../contract/proposal'
import { candidateProviders, PROVIDER_TITLES } from '../inference/providers'
import { CaptionModel } from './caption-model'
import type { CaptionAnswer, CaptionQuestion } from './caption-model'
import { message } from '../messages/message'
import type { Message, MessageText } from '../messages/message'
import { runtimeReason } from '../inference/sessions/runtime-reason'

/** Which model is wanted, and where. */
interface Wanted {
  folder: string
  provider: ProviderName
}

interface Opened extends Wanted {
  model: CaptionModel
  /** The provider that the model is on. */
  actual: ProviderName
  /** Why that is not the wanted one; null where it is. */
  remark: MessageText | null
}

export interface ProvidedAnswer extends CaptionAnswer {
  provider: ProviderName
  remark: MessageText | null
}

/** The one model that is open, on the CPU where the wanted provider cannot open it or fails at an answer. */
export class OpenedModel {
  private opened: Opened | null = null

  /** @param threads of the CPU provider, for one operator */
  constructor(private readonly threads: number) {}

  isOpen({ folder, provider }: Wanted): boolean {
    return this.opened?.folder === folder && this.opened.provider === provider
  }

  /** @throws ContractError `unavailable` for a folder that is not whole; Error in ONNX Runtime's words */
  async open(wanted: Wanted): Promise<Opened> {
    if (this.opened !== null && this.isOpen(wanted)) {
      return this.opened
    }
    const { provider } = wanted
    if (provider !== 'cpu' && !candidateProviders().includes(provider)) {
      // ONNX Runtime would take the CPU without a word
      return this.openOn(wanted, remarkOn(provider, message('providers.notOffered')))
    }
    try {
      return await this.openOn(wanted, null)
    } catch (error) {
      return this.openOn(wanted, reasonToFallBack(provider, error))
    }
  }

  async answer(
    wanted: Wanted,
    question: CaptionQuestion,
    onText: (text: string) => void,
  ): Promise<ProvidedAnswer> {
    const { model, actual, remark } = await this.open(wanted)
    try {
      return { ...(await model.answer(question, onText)), provider: actual, remark }
    } catch (error) {
      const opened = await this.openOn(wanted, reasonToFallBack(actual, error))
      return {
        ...(await opened.model.answer(question, onText)),
        provider: opened.actual,
        remark: opened.remark,
      }
    }
  }

  private async openOn(wanted: Wanted, remark: MessageText | null): Promise<Opened> {
    await this.opened?.model.close()
    this.opened = null
    const actual = remark === null ? wanted.provider : 'cpu'
    const model = await CaptionModel.open(wanted.folder, { provider: actual, threads: this.threads })
    this.opened = { ...wanted, model, actual, remark }
    return this.opened
  }
}

/** @throws the error itself where another provider would not help */
function reasonToFallBack(provider: ProviderName, error: unknown): Message {
  if (provider === 'cpu' || error instanceof ContractError) {
    throw error
  }
  return remarkOn(provider, runtimeReason(error))
}

function remarkOn(provider: ProviderName, reason: MessageText): Message {
  return message('connector.onCpuInstead', { provider: PROVIDER_TITLES[provider], reason })
}
