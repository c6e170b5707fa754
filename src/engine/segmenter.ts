import pLimit from 'p-limit'
import { join } from 'node:path'
import { failWith } from '../contract/errors'
import type { EngineCommands } from '../contract/engine'
import type { Output } from '../contract/define'
import type { Prompts } from '../contract/pairs'
import type { ProcessHost } from '../process/process-host'
import type { Rle } from '../mask/rle'
import type { ModelPacks } from './models/model-packs'
import { onProvider } from './providers/providers'
import type { ProviderChoice } from './providers/providers'
import type { OpenProject } from './project/open-project'
import { InferenceLane } from './lanes/inference-lane'
import { Embeddings } from './embeddings'
import type { Frame } from '../domain/document'
import type { Embedding } from './embeddings'
import type { OutlinePack } from './proposals/proposers'
import { message } from '../messages/message'

type Prepared = Output<EngineCommands, 'segment.prepare'>
type Answer = Output<EngineCommands, 'segment.mask'>

const MASK_MILLISECONDS = 60_000

/**
 * Click to segment. Embeddings are made in a process of their own, one after the other, those that a person waits for
 * first; masks come from another process, so that a click never waits for an encoder.
 */
export class Segmenter {
  private readonly providers: ProviderChoice
  private readonly embeddings: Embeddings
  private readonly maskLane: InferenceLane
  /** Pairs to embed when nobody waits. */
  private ahead: { project: OpenProject; pairIds: number[] } | null = null
  private waiting = 0
  /** Last request of a person. */
  private latest: { project: OpenProject; pairId: number } | null = null
  /** Settles when no embedding that a person asked for is being made. */
  private readonly inTurn = pLimit(1)
  private isGoingAhead = false

  constructor(
    host: ProcessHost,
    { packs, providers, userFolder }: { packs: ModelPacks; providers: ProviderChoice; userFolder: string },
  ) {
    this.providers = providers
    this.embeddings = new Embeddings(host, packs, providers, join(userFolder, 'cache', 'embeddings'))
    this.maskLane = new InferenceLane(host)
  }

  /**
   * @throws ContractError `unavailable` without the model pack, `bad-image`, `cancelled` if another pair was
   * requested before its turn
   */
  async prepare(project: OpenProject, pairId: number, aheadIds: readonly number[]): Promise<Prepared> {
    this.latest = { project, pairId }
    this.ahead = null
    this.waiting += 1
    try {
      await this.embeddings.model()
      // the after image first: that is where most clicks go
      const after = await this.embedInTurn(project, pairId, 'after')
      const before = await this.embedInTurn(project, pairId, 'before')
      this.requireLatest(project, pairId)
      await this.warm(project, pairId)
      this.requireLatest(project, pairId)
      this.ahead = { project, pairIds: [...aheadIds] }
      return { milliseconds: after.milliseconds + before.milliseconds }
    } finally {
      this.waiting -= 1
      void this.goAhead()
    }
  }

  /**
   * A person who goes from pair to pair waits for the encoder's present image at most, and for none of the pairs in
   * between.
   */
  private embedInTurn(project: OpenProject, pairId: number, frame: Frame): Promise<Embedding> {
    return this.inTurn(() => {
      this.requireLatest(project, pairId)
      return this.embeddings.of(project, pairId, frame)
    })
  }

  /** @throws ContractError `cancelled` */
  private requireLatest(project: OpenProject, pairId: number): void {
    if (this.latest?.project !== project || this.latest.pairId !== pairId) {
      throw failWith('cancelled', message('engine.otherPair'))
    }
  }

  /** Loads the decoder and both embeddings before the first click. */
  private async warm(project: OpenProject, pairId: number): Promise<void> {
    const corner: Prompts = { points: [{ x: 0.5, y: 0.5, isInside: true }], box: null, mask: null }
    await this.mask(project, pairId, 'before', corner)
    await this.mask(project, pairId, 'after', corner)
  }

  /** @throws ContractError `unavailable`, `bad-image` */
  async mask(project: OpenProject, pairId: number, frame: Frame, prompts: Prompts): Promise<Answer> {
    const model = await this.embeddings.model()
    const started = performance.now()
    const changes = changesIn(project, pairId, frame)
    const predict = async (): Promise<Omit<Answer, 'milliseconds'> | null> => {
      const { key, width, height } = await this.embeddings.of(project, pairId, frame)
      const input = { key, width, height, prompts, changes, model }
      return onProvider(this.providers, (provider) =>
        this.maskLane.call('segment', { ...input, provider }, { milliseconds: MASK_MILLISECONDS }),
      )
    }
    let answer = await predict()
    if (answer === null) {
      // the cache on the disk was emptied meanwhile
      this.embeddings.forget()
      answer = await predict()
    }
    if (answer === null) {
      throw failWith('unavailable', message('engine.embeddingNotKept', { path: this.embeddings.cacheFolder }))
    }
    return { ...answer, milliseconds: performance.now() - started }
  }

  /** Processes that hold the models' files release them. */
  forgetModels(): void {
    this.embeddings.kill(message('models.replacedMeanwhile'))
    this.maskLane.kill(message('models.replacedMeanwhile'))
    this.embeddings.forget()
  }

  /** Ends all work for a project that is closed. */
  forgetProject(): void {
    this.latest = null
    this.ahead = null
    this.embeddings.forget()
  }

  /** For the proposer with outlines. */
  outlines(): Promise<OutlinePack> {
    return this.embeddings.outlines()
  }

  dispose(): void {
    this.forgetProject()
    this.embeddings.dispose()
    this.maskLane.dispose()
  }

  /** One image at a time, and only while nobody waits: a person waits for one of these at most. */
  private async goAhead(): Promise<void> {
    if (this.isGoingAhead) {
      return
    }
    this.isGoingAhead = true
    try {
      while (this.waiting === 0 && this.ahead !== null) {
        const { project, pairIds } = this.ahead
        const pairId = pairIds.shift()
        if (pairId === undefined) {
          this.ahead = null
          return
        }
        await this.embedPair(project, pairId)
      }
    } finally {
      this.isGoingAhead = false
    }
  }

  /** Never throws: a problem of the pair is reported when the user opens it. */
  private async embedPair(project: OpenProject, pairId: number): Promise<void> {
    for (const frame of ['after', 'before'] as const) {
      if (this.waiting > 0 || this.ahead?.project !== project) {
        return
      }
      await this.embeddings.of(project, pairId, frame).catch(() => undefined)
    }
  }
}

/** Changed regions of the newest proposal, in the given frame. */
function changesIn({ store }: OpenProject, pairId: number, frame: Frame): Rle[] {
  const { proposal, pair } = store.open(pairId)
  const regions = proposal === null ? [] : (store.proposals.get(proposal.id)?.regions ?? [])
  const isStill = pair.alignment === null
  return regions.flatMap(({ mask, beforeMask }) => {
    const shown = frame === 'after' ? mask : (beforeMask ?? (isStill ? mask : null))
    return shown === null ? [] : [shown]
  })
}
