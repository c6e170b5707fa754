import { randomUUID } from 'node:crypto'
import { captionContract } from '../../captioning/caption-contract'
import type { CaptionCommands, CaptionEvents } from '../../captioning/caption-contract'
import { captionLine } from '../../connector/caption-line'
import { ConnectorError } from '../../connector/connector-error'
import { ContractError } from '../../contract/errors'
import type { ProviderName } from '../../contract/proposal'
import type { ProcessHost } from '../../process/process-host'
import { ProcessLane } from '../lanes/process-lane'
import type { PairQuestion } from './pair-question'
import { message, messageTextOf, englishOf } from '../../messages/message'
import type { MessageText } from '../../messages/message'

/** The model packs, as far as they are asked about captions. */
export interface CaptionPacks {
  /** Title of a pack that captions; null where there is none of this id. */
  captionTitle(id: string): string | null
  find(id: string): Promise<{ folder: string; version: string } | null>
}

interface Needs {
  host: ProcessHost
  packs: CaptionPacks
  /** The provider in use. */
  provider(): Promise<ProviderName>
  /** Why another provider answers than the one in use; told once in a row. */
  onRemark(remark: MessageText): void
}

interface Asked {
  pack: string
  question: PairQuestion
  milliseconds: number
  signal: AbortSignal
  /** Gets all that was said so far. */
  onText(text: string): void
}

/** An instruction wants one sentence. */
const MOST_TOKENS = 160
/** A model holds much memory: its process ends when nobody has asked for so long. */
const IDLE_MILLISECONDS = 5 * 60_000

/** Captions by a vision language model of a model pack, in a process of this machine. Nothing goes over the network. */
export class LocalCaptions {
  private readonly lane: ProcessLane<CaptionCommands, CaptionEvents>
  private readonly listeners = new Map<string, (text: string) => void>()
  private pending = 0
  private idle: NodeJS.Timeout | null = null
  private toldRemark: string | null = null

  constructor(
    private readonly needs: Needs,
    private readonly idleMilliseconds = IDLE_MILLISECONDS,
  ) {
    this.lane = new ProcessLane({
      host: needs.host,
      program: 'caption',
      contract: captionContract,
      start: {},
      onStart: (client) => client.on('text', ({ id, text }) => this.listeners.get(id)?.(text)),
    })
  }

  /** @throws ConnectorError `no-model` */
  title(pack: string): string {
    const title = this.needs.packs.captionTitle(pack)
    if (title === null) {
      throw new ConnectorError('no-model', message('connector.noPack', { pack }))
    }
    return title
  }

  /** A caption in one line, and the version of the pack. @throws ConnectorError */
  async ask(asked: Asked): Promise<{ text: string; version: string }> {
    const { pack, milliseconds, signal } = asked
    const title = this.title(pack)
    const found = await this.needs.packs.find(pack).catch((error: unknown) => {
      throw new ConnectorError('no-model', messageTextOf(error))
    })
    if (found === null) {
      throw new ConnectorError('no-model', message('connector.notInstalled', { title }))
    }
    const id = randomUUID()
    this.begin()
    try {
      const provider = await this.needs.provider()
      const input = { id, folder: found.folder, provider, ...asked.question, mostTokens: MOST_TOKENS }
      const answer = await this.heard(id, asked, () => this.lane.call('ask', input, { milliseconds, signal }))
      this.tell(answer.remark)
      return { text: captionLine(answer.text, title, answer.isCut), version: found.version }
    } catch (error) {
      throw explainedFor(error, title, signal)
    } finally {
      this.end()
    }
  }

  /** Before the files of a pack are removed: an open model cannot be deleted everywhere. */
  forgetModel(): void {
    this.lane.kill()
  }

  dispose(): void {
    if (this.idle !== null) {
      clearTimeout(this.idle)
    }
    this.lane.dispose()
  }

  private begin(): void {
    this.pending += 1
    if (this.idle !== null) {
      clearTimeout(this.idle)
    }
  }

  private end(): void {
    this.pending -= 1
    if (this.pending === 0) {
      this.idle = setTimeout(() => this.lane.kill(), this.idleMilliseconds)
      this.idle.unref()
    }
  }

  private async heard<T>(id: string, { onText }: Asked, work: () => Promise<T>): Promise<T> {
    this.listeners.set(id, (text) => onText(text.trim()))
    try {
      return await work()
    } finally {
      this.listeners.delete(id)
    }
  }

  private tell(remark: MessageText | null): void {
    const english = remark === null ? null : englishOf(remark)
    if (remark !== null && english !== this.toldRemark) {
      this.needs.onRemark(remark)
    }
    this.toldRemark = english
  }
}

function explainedFor(error: unknown, title: string, signal: AbortSignal): unknown {
  if (!(error instanceof ContractError)) {
    return error
  }
  if (signal.aborted || error.failure.code === 'cancelled') {
    return new ConnectorError('cancelled', message('engine.cancelled'))
  }
  return new ConnectorError('bad-answer', message('connector.noAnswerHere', { title, reason: error.text }))
}
