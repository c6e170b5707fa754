import { randomUUID } from 'node:crypto'
import { captionContract } from '../../captioning/caption-contract'
import type { CaptionCommands, CaptionEvents } from '../../captioning/caption-contract'
import { captionLine } from '../../connector/chat'
import { ConnectorError } from '../../connector/connector-error'
import { THIS_MACHINE } from '../../contract/connector'
import { ContractError, toFailure } from '../../contract/errors'
import type { ProviderName } from '../../contract/proposal'
import type { ProcessHost } from '../../process/process-host'
import { ProcessLane } from '../process-lane'
import type { PairQuestion } from './pair-question'

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
  onRemark(message: string): void
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
      throw new ConnectorError('no-model', `There is no model pack “${pack}” that writes captions. ${ADVICE}`)
    }
    return title
  }

  /** A caption in one line, and the version of the pack. @throws ConnectorError */
  async ask(asked: Asked): Promise<{ text: string; version: string }> {
    const { pack, milliseconds, signal } = asked
    const title = this.title(pack)
    const found = await this.needs.packs.find(pack).catch((error: unknown) => {
      throw new ConnectorError('no-model', toFailure(error).message)
    })
    if (found === null) {
      throw new ConnectorError('no-model', `${title} is not installed. ${ADVICE}`)
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

  private tell(remark: string | null): void {
    if (remark !== null && remark !== this.toldRemark) {
      this.needs.onRemark(remark)
    }
    this.toldRemark = remark
  }
}

const ADVICE = 'Install one under Models, or name a server in Settings.'

function explainedFor(error: unknown, title: string, signal: AbortSignal): unknown {
  if (!(error instanceof ContractError)) {
    return error
  }
  if (signal.aborted || error.failure.code === 'cancelled') {
    return new ConnectorError('cancelled', 'Cancelled.')
  }
  const { message } = error
  return new ConnectorError(
    'bad-answer',
    `${title} on ${THIS_MACHINE} gave no answer. ${message} More time and smaller pictures are in Settings.`,
  )
}
