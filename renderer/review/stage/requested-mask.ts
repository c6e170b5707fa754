import { failWith } from '../../../src/contract/errors'
import type { Prompts, OpenPair } from '../../../src/contract/pairs'
import type { Diff } from '../../../src/domain/diff'
import type { Frame, Region } from '../../../src/domain/document'
import { rleArea } from '../../../src/mask/rle'
import type { Rle } from '../../../src/mask/rle'
import type { MaskStore } from '../paint/mask-store'
import type { TileMask } from '../paint/tile-mask'
import type { PendingMask } from './shown-masks'
import { flipOf, maskDiff, maskOf, newRegion, regionIn } from './shown-masks'
import { decodeTiles } from '../paint/tile-rle'
import type { ClickPrompts, MaskAnswer, MaskSource, RequestEffect } from '../tools/tool'
import { text } from '../../text/chosen'

const stageText = text.stage

/** The pair on the canvas, as a requested mask needs it. */
export interface RequestHost {
  open(): OpenPair
  selectedRegionId(): string | null
  category(): string
  /** @param onClosed called in place of an edit where the pair is no longer open */
  edit(label: string, diff: Diff, onClosed: () => void): void
  newRegionId(): string
  /** The prompts that are placed, for the screen; null for none. */
  showPrompts(frame: Frame, prompts: ClickPrompts | null): void
  /** @param isLate the user went on before the mask to be kept had come; otherwise the pair was closed */
  notifyLost(isLate: boolean): void
  notifyError(error: unknown): void
  /** The mask for the prompts, not kept yet; null for none. */
  showMask(pending: PendingMask | null): void
}

interface MaskRequest {
  source: MaskSource
  frame: Frame
  regionId: string | null
  prompts: Prompts
  isHover: boolean
}

interface Answer {
  to: MaskRequest
  rle: Rle
  mask: TileMask
}

/** Prompts that were placed while a mask to be kept was still coming. */
interface Later {
  source: MaskSource
  frame: Frame
  clicks: ClickPrompts
  /** Category of the region that it becomes; null if it is not to be kept yet. */
  category: string | null
}

/** The mask for the present prompts: shown as soon as it comes, in the document when it is kept. */
export class RequestedMask {
  private readonly store: MaskStore
  private readonly host: RequestHost
  private readonly onAnswer: (source: MaskSource, answer: MaskAnswer) => void
  private request: MaskRequest | null = null
  private answered: Answer | null = null
  private isRunning = false
  private running: Promise<void> = Promise.resolve()
  /** Category for the mask to be kept that is still coming, as set when it was to be kept; null for none. */
  private keeping: string | null = null
  private later: Later | null = null

  constructor(
    store: MaskStore,
    host: RequestHost,
    onAnswer: (source: MaskSource, answer: MaskAnswer) => void,
  ) {
    this.store = store
    this.host = host
    this.onAnswer = onAnswer
  }

  run(effect: RequestEffect, frame: Frame, source: MaskSource): void {
    switch (effect.type) {
      case 'request':
        return this.ask(source, effect.prompts, effect.isHover, frame)
      case 'keep':
        return this.keep(this.host.category())
      case 'drop':
        if (this.keeping !== null) {
          this.host.notifyLost(true)
        }
        this.later = null
        return this.clear()
    }
  }

  /** Whether prompts of this source are placed. */
  isBusy(source: MaskSource): boolean {
    return this.request?.source === source && !this.request.isHover
  }

  /** Whether a mask that is to be kept is still coming. */
  isKeeping(): boolean {
    return this.keeping !== null
  }

  /** Resolves when no mask to be kept is coming any more: it was kept, was empty, or failed. */
  async settled(): Promise<void> {
    if (this.keeping !== null && this.isRunning) {
      await this.running
      await this.settled()
    }
  }

  /** The pointer has left the canvas. */
  leave(): void {
    if (this.request?.isHover === true) {
      this.clear()
    }
  }

  /** The pair is closed: a mask that is not kept by now is lost. */
  end(): void {
    if (this.request !== null && !this.request.isHover) {
      this.host.notifyLost(this.keeping !== null)
    }
    this.later = null
    this.clear()
  }

  private ask(source: MaskSource, clicks: ClickPrompts, isHover: boolean, frame: Frame): void {
    const { host, keeping } = this
    if (isHover && (keeping !== null || !source.isReady(host.open().pair.id))) {
      return
    }
    if (keeping !== null) {
      this.later = { source, frame, clicks, category: null }
      host.showPrompts(frame, clicks)
      return
    }
    const region = this.editable(host.selectedRegionId(), frame)
    const present = region === null ? null : maskOf(region, frame)
    const mask = present !== null && rleArea(present) > 0 ? present : null
    this.request = { source, frame, regionId: region?.id ?? null, prompts: { ...clicks, mask }, isHover }
    host.showPrompts(frame, isHover ? null : clicks)
    if (!this.isRunning) {
      this.running = this.runRequests()
    }
  }

  /** Null for a rejected region: pixels added to it would be left out with it. */
  private editable(regionId: string | null, frame: Frame): Region | null {
    const region = regionIn(this.store, this.host.open().document.regions, regionId, frame)
    return region?.status === 'rejected' ? null : region
  }

  /** One request at a time; of those that came meanwhile only the last one counts. */
  private async runRequests(): Promise<void> {
    this.isRunning = true
    while (this.request !== null && this.request !== this.answered?.to) {
      await this.runOne(this.request)
    }
    this.isRunning = false
    if (this.keeping !== null) {
      this.keep(this.keeping)
    }
    this.runLater()
  }

  private async runOne(to: MaskRequest): Promise<void> {
    try {
      const rle = await to.source.request(this.host.open().pair.id, to.frame, to.prompts)
      if (this.request !== null && (this.request === to || (this.request.isHover && to.isHover))) {
        if (!this.store.fits(rle)) {
          throw failWith('conflict', stageText.segment.otherSize)
        }
        this.show({ to, rle, mask: decodeTiles(rle) })
      }
    } catch (error) {
      if (this.request === to) {
        this.clear()
        if (!to.isHover && this.later === null) {
          // the failed prompts must not count in the next request
          this.onAnswer(to.source, { type: 'failed' })
        }
      }
      this.host.notifyError(error)
    }
  }

  private runLater(): void {
    if (this.later === null || this.keeping !== null) {
      return
    }
    const { source, clicks, frame, category } = this.later
    this.later = null
    this.ask(source, clicks, false, frame)
    if (category !== null) {
      this.keep(category)
    }
  }

  private show(answer: Answer | null): void {
    this.answered = answer
    this.host.showMask(answer === null ? null : { ...answer.to, mask: answer.mask })
  }

  private keep(category: string): void {
    const { request, answered } = this
    if (this.later !== null && this.keeping !== null && this.isRunning) {
      this.later.category ??= category
    } else if (request === null || request.isHover) {
      this.keeping = null
    } else if (answered === null || answered.to !== request) {
      this.keeping ??= category // the answer is on its way
    } else {
      this.keeping = null
      this.clear()
      this.apply(answered, category)
    }
  }

  private apply({ to, rle }: Answer, category: string): void {
    const { host } = this
    const { added, changed } = to.source.labels
    const { regions } = host.open().document
    const region = regionIn(this.store, regions, to.regionId, to.frame)
    const flip = region === null ? rle : flipOf(maskOf(region, to.frame), to.prompts.mask, rle)
    if (rleArea(flip) === 0) {
      return
    }
    const onClosed = (): void => host.notifyLost(false)
    if (region === null) {
      const pending = { regionId: host.newRegionId(), category, frame: to.frame }
      const addition = { type: 'region.add', region: newRegion(pending, rle), index: regions.length } as const
      host.edit(added, [addition], onClosed)
      this.onAnswer(to.source, { type: 'added' })
    } else {
      host.edit(changed, maskDiff(region, to.frame, flip), onClosed)
    }
  }

  private clear(): void {
    const { frame } = this.request ?? { frame: 'after' as const }
    this.request = null
    this.keeping = null
    this.show(null)
    this.host.showPrompts(frame, null)
  }
}
