import type { Handlers, Output, ParsedInput } from '../contract/define'
import { ContractError, failWith, messageOf } from '../contract/errors'
import type { ProviderName } from '../contract/proposal'
import { encodeJpeg } from '../images/raster'
import { candidateProviders, PROVIDER_TITLES } from '../inference/providers'
import { CaptionModel } from './caption-model'
import type { CaptionAnswer, CaptionQuestion } from './caption-model'
import type { CaptionCommands } from './caption-contract'

interface WorkerOptions {
  /** Of the CPU provider, for one operator. */
  threads: number
  onPiece(id: string, text: string): void
}

interface Opened {
  folder: string
  /** Wanted, and the one that the model is on. */
  wanted: ProviderName
  provider: ProviderName
  remark: string | null
  model: CaptionModel
}

/** The commands of a caption process. One model is open at a time. */
export function createCaptionWorker({ threads, onPiece }: WorkerOptions): Handlers<CaptionCommands> {
  let opened: Opened | null = null

  async function open(folder: string, wanted: ProviderName, because: string | null): Promise<Opened> {
    await opened?.model.close()
    opened = null
    const provider = because === null ? wanted : 'cpu'
    const model = await CaptionModel.open(folder, { provider, threads })
    opened = { folder, wanted, provider, remark: because, model }
    return opened
  }

  /** On the CPU where the wanted provider cannot open the model. */
  async function openOn(folder: string, wanted: ProviderName): Promise<Opened> {
    if (opened?.folder === folder && opened.wanted === wanted) {
      return opened
    }
    if (wanted !== 'cpu' && !candidateProviders().includes(wanted)) {
      // ONNX Runtime would take the CPU without a word
      return open(folder, wanted, remarkOn(wanted, new Error('this platform does not offer it')))
    }
    try {
      return await open(folder, wanted, null)
    } catch (error) {
      if (wanted === 'cpu' || error instanceof ContractError) {
        throw error
      }
      return open(folder, wanted, remarkOn(wanted, error))
    }
  }

  async function answerOn(
    model: Opened,
    question: CaptionQuestion,
    piece: (text: string) => void,
  ): Promise<CaptionAnswer & Pick<Opened, 'provider' | 'remark'>> {
    const { folder, wanted, provider, remark } = model
    try {
      return { ...(await model.model.answer(question, piece)), provider, remark }
    } catch (error) {
      if (provider === 'cpu' || error instanceof ContractError) {
        throw error
      }
      return answerOn(await open(folder, wanted, remarkOn(wanted, error)), question, piece)
    }
  }

  async function ask({
    id,
    folder,
    provider,
    before,
    after,
    ...others
  }: ParsedInput<CaptionCommands, 'ask'>): Promise<Output<CaptionCommands, 'ask'>> {
    const began = performance.now()
    const isOpen = opened?.folder === folder && opened.wanted === provider
    const model = await openOn(folder, provider)
    const openedAt = performance.now()
    const question = { ...others, before: bytesOf(before), after: bytesOf(after) }
    const answer = await answerOn(model, question, (text) => onPiece(id, text))
    return {
      ...answer,
      openMilliseconds: isOpen ? 0 : openedAt - began,
      milliseconds: performance.now() - openedAt,
    }
  }

  return {
    ask: (input) => inWords(input.folder, () => ask(input)),
    check: ({ folder }) =>
      inWords(folder, async () => {
        const picture = await grey()
        const question = { before: picture, after: picture, instruction: 'What changed?', mostTokens: 1 }
        await (await openOn(folder, 'cpu')).model.answer(question, () => undefined)
        return null
      }),
  }
}

/** @throws ContractError in place of the library's and ONNX Runtime's errors */
async function inWords<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ContractError) {
      throw error
    }
    throw failWith('unavailable', `The model in ${folder} does not work: ${firstLine(error)}`)
  }
}

function remarkOn(provider: ProviderName, error: unknown): string {
  const title = PROVIDER_TITLES[provider]
  return `The caption model does not run on ${title} (${firstLine(error)}); the CPU answered instead.`
}

function firstLine(error: unknown): string {
  return messageOf(error).split('\n')[0].slice(0, 300)
}

function bytesOf(url: string): Buffer {
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
}

const CHECKED_SIDE = 64

function grey(): Promise<Buffer> {
  const data = new Uint8Array(CHECKED_SIDE * CHECKED_SIDE * 3).fill(128)
  return encodeJpeg({ width: CHECKED_SIDE, height: CHECKED_SIDE, data }, 90)
}
