import { rectOf } from '../../mask/measures'
import { failWith, toFailure } from '../../contract/errors'
import { imageStat } from '../../images/file-identity'
import type { EmbeddingStatus } from '../../contract/similar'
import { overlayKey } from '../../frames/common-grid'
import { unrejectedRegions } from '../../domain/review'
import { rleArea } from '../../mask/rle'
import { DETECTOR_ENCODER, MEASURED_ENCODER } from '../../similar/encoders'
import type { LanePool } from '../lanes/lane-pool'
import type { OpenProject } from '../project/open-project'
import { framePathsOf } from '../pictures/value-mappings'
import { mappingKey } from '../../domain/value-mapping'
import { onProvider } from '../providers/providers'
import type { ProviderChoice } from '../providers/providers'
import { message } from '../../messages/message'
import { sliceSuffix } from '../../domain/slice-path'

/** An embedding that takes longer than this costs its process. */
const EMBEDDING_MILLISECONDS = 60_000
/** After failures on so many pairs in a row that are not about their files, it stops. */
const MOST_FAILURES = 3
const STATUS_MILLISECONDS = 500

export interface EmbedderNeeds {
  readonly lanes: LanePool
  readonly providers: ProviderChoice
  /** The detector's package; null where there is none. */
  readonly detector: string | null
  /** The setting. */
  readonly isOn: () => boolean
  /** Whether it begins without being asked. */
  readonly isAhead: () => boolean
  /** Whether other work on the pairs is under way, which goes first. */
  readonly isBusy: () => boolean
  readonly onStatus: (status: EmbeddingStatus) => void
}

/**
 * Makes the embeddings of the pairs, one at a time, while nothing else is to be done. Each is stored at once, so
 * that the next opening goes on where this one was left.
 */
export class PairEmbedder {
  readonly encoder: string
  private isWorking = false
  /** It was asked for, and is not done. */
  private isAsked = false
  private readonly failed = new Set<number>()
  /** Pairs whose files may be others than those of their embedding; null before all are gone through. */
  private toCheck: Set<number> | null = null
  /** All were gone through, but for those in `toCheck`. */
  private isComplete = false
  private lastTold = ''
  private failuresInRow = 0
  private problem: string | null = null
  private ready: number | null = null
  private timer: NodeJS.Timeout | null = null

  constructor(
    private readonly project: OpenProject,
    private readonly needs: EmbedderNeeds,
    private readonly closing: AbortSignal,
  ) {
    this.encoder = needs.detector === null ? MEASURED_ENCODER : DETECTOR_ENCODER
    closing.addEventListener('abort', () => clearTimeout(this.timer ?? undefined))
  }

  status(): EmbeddingStatus {
    const { isOn, isBusy, detector } = this.needs
    const idle = this.isAsked && isBusy() ? 'waiting' : 'idle'
    this.ready ??= this.project.store.embeddings.count(this.encoder)
    return {
      state: isOn() ? (this.isWorking ? 'running' : idle) : 'off',
      ready: this.ready,
      total: this.project.pairCount,
      failed: this.failed.size,
      isMeasured: detector === null,
      problem: this.problem,
    }
  }

  /** @throws ContractError `unavailable` where the settings turned it off */
  start(): EmbeddingStatus {
    if (!this.needs.isOn()) {
      throw failWith('unavailable', message('engine.embeddingsOff'))
    }
    this.isAsked = true
    this.problem = null
    this.failuresInRow = 0
    this.failed.clear()
    this.isComplete = false
    this.toCheck = null
    this.begin()
    return this.status()
  }

  stop(): EmbeddingStatus {
    this.isAsked = false
    this.tell()
    return this.status()
  }

  /** Other work or the settings may have changed: begins or goes on where it may. */
  consider(): void {
    const isLeft = !this.isComplete || (this.toCheck?.size ?? 0) > 0
    if (isLeft && this.needs.isAhead() && this.problem === null) {
      this.isAsked = true
    }
    this.begin()
    this.tell()
  }

  /** A proposal came: its images may have been replaced. */
  pairChanged(pairId: number): void {
    this.failed.delete(pairId)
    this.toCheck?.add(pairId)
  }

  /** The project's window or bands are others: so is each pair to a model. */
  mappingChanged(): void {
    this.isComplete = false
    this.toCheck = null
    this.failed.clear()
    this.consider()
  }

  private begin(): void {
    if (!this.isWorking && this.mayGoOn()) {
      this.isWorking = true
      void this.work()
    }
  }

  private mayGoOn(): boolean {
    const { isOn, isBusy } = this.needs
    return this.isAsked && this.project.isEditable && !this.closing.aborted && isOn() && !isBusy()
  }

  /** Never throws. */
  private async work(): Promise<void> {
    try {
      for (const pairId of this.pending()) {
        if (!this.mayGoOn()) {
          break
        }
        await this.tryOne(pairId)
      }
      if (this.mayGoOn()) {
        this.isComplete = true
        this.isAsked = false
      }
    } catch (error) {
      this.isAsked = false
      this.problem = toFailure(error).message
    } finally {
      this.isWorking = false
    }
    if (!this.closing.aborted) {
      this.tell()
      this.begin()
    }
  }

  /** Those without an embedding first. Begins again where all are to be gone through anew meanwhile. */
  private *pending(): Generator<number> {
    const { embeddings } = this.project.store
    const toCheck = (this.toCheck ??= new Set(embeddings.present(this.encoder)))
    for (const pairId of this.isComplete ? [] : embeddings.missing(this.encoder)) {
      if (toCheck === this.toCheck && !this.failed.has(pairId)) {
        yield pairId
      }
    }
    for (const pairId of toCheck) {
      if (toCheck !== this.toCheck) {
        break
      }
      yield pairId
      toCheck.delete(pairId)
    }
    yield* toCheck === this.toCheck ? [] : this.pending()
  }

  private async tryOne(pairId: number): Promise<void> {
    try {
      await this.embed(pairId)
      this.failuresInRow = 0
    } catch (error) {
      const { code, message } = toFailure(error)
      if (this.closing.aborted || code === 'cancelled') {
        return
      }
      this.failed.add(pairId)
      if (code !== 'bad-image' && code !== 'folder-unreadable') {
        this.failuresInRow += 1
      }
      if (this.failuresInRow >= MOST_FAILURES || code === 'cannot-write') {
        this.isAsked = false
        this.problem = message
      }
    }
  }

  private async embed(pairId: number): Promise<void> {
    const { store } = this.project
    const { encoder, needs } = this
    const pair = store.pair(pairId)
    const frames = await framePathsOf(this.project, pair)
    const stamps = [await stampOf(frames.before), await stampOf(frames.after)]
    const keys = [frames.mapping === undefined ? '' : mappingKey(frames.mapping), await overlayKey(frames)]
    const files = [...stamps, ...keys.filter((key) => key !== '')].join(' ')
    const known = this.closing.aborted ? files : store.embeddings.filesOf(pairId, encoder)
    if (known === files) {
      return
    }
    const boxes = unrejectedRegions(store.document(pair))
      .filter(({ mask }) => rleArea(mask) > 0)
      .map(({ mask }) => rectOf(mask))
    const { detector } = needs
    const request = { ...frames, detector, boxes, alignment: pair.alignment }
    const limits = { milliseconds: EMBEDDING_MILLISECONDS, signal: this.closing }
    const { embedding, fingerprints } = await needs.lanes.use((lane) =>
      onProvider(needs.providers, (provider) => lane.call('pairEmbedding', { ...request, provider }, limits)),
    )
    if (this.closing.aborted) {
      return
    }
    store.embeddings.put({ pairId, encoder, files, embedding, fingerprints })
    this.ready = known === null ? (this.ready ?? 0) + 1 : this.ready
    this.tell()
  }

  private tell(): void {
    if (this.closing.aborted) {
      return
    }
    this.timer ??= setTimeout(() => {
      this.timer = null
      const status = this.closing.aborted ? null : this.status()
      if (status !== null && JSON.stringify(status) !== this.lastTold) {
        this.lastTold = JSON.stringify(status)
        this.needs.onStatus(status)
      }
    }, STATUS_MILLISECONDS)
  }
}

/** Changes when the file does. */
async function stampOf(path: string): Promise<string> {
  const { mtimeMs, size } = await imageStat(path)
  return `${mtimeMs} ${size}${sliceSuffix(path)}`
}
