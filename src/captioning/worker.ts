import type { Handlers, Output, ParsedInput } from '../contract/define'
import { ContractError, failWith } from '../contract/errors'
import { encodeJpeg } from '../images/raster'
import type { CaptionCommands } from './caption-contract'
import { runtimeReason } from '../inference/sessions/runtime-reason'
import { OpenedModel } from './opened-model'
import { message } from '../messages/message'

interface WorkerOptions {
  /** Of the CPU provider, for one operator. */
  threads: number
  onText(id: string, text: string): void
}

/** The commands of a caption process. One model is open at a time. */
export function createCaptionWorker({ threads, onText }: WorkerOptions): Handlers<CaptionCommands> {
  const opened = new OpenedModel(threads)

  async function ask(input: ParsedInput<CaptionCommands, 'ask'>): Promise<Output<CaptionCommands, 'ask'>> {
    const { id, folder, provider, before, after, instruction, mostTokens } = input
    const wanted = { folder, provider }
    const began = performance.now()
    const wasOpen = opened.isOpen(wanted)
    await opened.open(wanted)
    const openedAt = performance.now()
    const question = { instruction, mostTokens, before: bytesOf(before), after: bytesOf(after) }
    const answer = await opened.answer(wanted, question, (text) => onText(id, text))
    return {
      ...answer,
      openMilliseconds: wasOpen ? 0 : openedAt - began,
      milliseconds: performance.now() - openedAt,
    }
  }

  async function check(folder: string): Promise<null> {
    const picture = await greyPicture()
    const question = { before: picture, after: picture, instruction: 'What changed?', mostTokens: 1 }
    await opened.answer({ folder, provider: 'cpu' }, question, () => undefined)
    return null
  }

  return {
    ask: (input) => inWords(input.folder, () => ask(input)),
    check: ({ folder }) => inWords(folder, () => check(folder)),
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
    throw failWith('unavailable', message('connector.modelFails', { folder, reason: runtimeReason(error) }))
  }
}

function bytesOf(url: string): Buffer {
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
}

const CHECKED_SIDE = 64

function greyPicture(): Promise<Buffer> {
  const data = new Uint8Array(CHECKED_SIDE * CHECKED_SIDE * 3).fill(128)
  return encodeJpeg({ width: CHECKED_SIDE, height: CHECKED_SIDE, data }, 90)
}
