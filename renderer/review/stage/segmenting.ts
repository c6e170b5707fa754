import { failWith } from '../../../src/contract/errors'
import type { Prompts } from '../../../src/contract/prompts'
import type { OpenPair } from '../../../src/contract/review'
import type { Diff } from '../../../src/domain/diff'
import type { Region } from '../../../src/domain/document'
import { rleArea } from '../../../src/mask/rle'
import type { Rle } from '../../../src/mask/rle'
import type { Frame, MaskStore } from '../paint/mask-store'
import { tileBounds } from '../paint/tile-mask'
import type { TileMask } from '../paint/tile-mask'
import { decodeTiles } from '../paint/tile-rle'
import type { ClickPrompts, SegmentEffect } from '../tools/chart'
import { stage as stageText } from '../../text/en/stage'
import { flipOf, maskOf, regionIn } from './click-flip'
import { maskDiff, newRegion } from './painting'

/** What click to segment needs of the page around it. */
export interface SegmentingHost {
  open(): OpenPair
  selectedRegionId(): string | null
  category(): string
  edit(label: string, diff: Diff): void
  newRegionId(): string
  /** A region was made, and the next click means the next thing. */
  onMade(): void
  /** Whether an answer takes no longer than a click may; only then hovering requests a mask. */
  isReady(): boolean
  segment(frame: Frame, prompts: Prompts): Promise<Rle>
  /** What is placed, for the screen; null where nothing is. */
  onPrompts(frame: Frame, prompts: ClickPrompts | null): void
  /** There is no mask for what is placed: it must not count in the next one. */
  onFailed(): void
  /** @param isLate the person went on before a mask was there that was to be kept; else the pair was closed */
  onLost(isLate: boolean): void
  onError(error: unknown): void
}

/** The mask for the present prompts: shown at once, in the document when it is kept. */
export interface Segmenting {
  run(effect: SegmentEffect, frame: Frame): void
  /** The mask that is shown and not kept yet, and the region that it would become. */
  pendingMask(): PendingMask | null
  /** Whether something is placed. */
  isBusy(): boolean
  /** Whether a mask that is to be kept is still coming. */
  isKeeping(): boolean
  /** Until no mask that is to be kept is still coming: it was kept, was empty, or failed. */
  settled(): Promise<void>
  /** The pointer is gone. */
  leave(): void
  /** The pair is gone: what is not kept by now is lost. */
  end(): void
}

export interface PendingMask {
  /** Null for a new region. */
  regionId: string | null
  frame: Frame
  category: string
  mask: TileMask
}

/** What was placed while a mask that is to be kept was still coming. */
interface Later {
  frame: Frame
  clicks: ClickPrompts
  /** Of the region that it is to become; null where it is not to be kept yet. */
  category: string | null
}

interface MaskRequest {
  frame: Frame
  regionId: string | null
  prompts: Prompts
  isHover: boolean
}

export function createSegmenting(store: MaskStore, host: SegmentingHost): Segmenting {
  let request: MaskRequest | null = null
  let answered: { to: MaskRequest; rle: Rle; mask: TileMask } | null = null
  let isRunning = false
  let running: Promise<void> = Promise.resolve()
  /** Category that the mask is kept under which is still coming: what was set when it was asked to be kept. */
  let keeping: string | null = null
  let later: Later | null = null

  function requestMask(clicks: ClickPrompts, isHover: boolean, frame: Frame): void {
    if (isHover && (keeping !== null || !host.isReady())) {
      return
    }
    if (keeping !== null) {
      later = { frame, clicks, category: null }
      host.onPrompts(frame, clicks)
      return
    }
    const region = editable(host.selectedRegionId(), frame)
    const present = region === null ? null : maskOf(region, frame)
    const mask = present !== null && rleArea(present) > 0 ? present : null
    request = { frame, regionId: region?.id ?? null, prompts: { ...clicks, mask }, isHover }
    host.onPrompts(frame, isHover ? null : clicks)
    if (!isRunning) {
      running = runRequests()
    }
  }

  /** What is added to a rejected region would be left out with it. */
  function editable(regionId: string | null, frame: Frame): Region | null {
    const region = regionIn(store, host.open().document.regions, regionId, frame)
    return region?.status === 'rejected' ? null : region
  }

  /** One request at a time; of those that came meanwhile only the last one counts. */
  async function runRequests(): Promise<void> {
    isRunning = true
    while (request !== null && request !== answered?.to) {
      const to = request
      try {
        const rle = await host.segment(to.frame, to.prompts)
        if (request !== null && (request === to || (request.isHover && to.isHover))) {
          show({ to, rle, mask: decodeTiles(checked(rle)) })
        }
      } catch (error) {
        if (request === to) {
          clear()
          if (!to.isHover && later === null) {
            host.onFailed()
          }
        }
        host.onError(error)
      }
    }
    isRunning = false
    if (keeping !== null) {
      keep(keeping)
    }
    runLater()
  }

  function runLater(): void {
    if (later === null || keeping !== null) {
      return
    }
    const { clicks, frame, category } = later
    later = null
    requestMask(clicks, false, frame)
    if (category !== null) {
      keep(category)
    }
  }

  function checked(rle: Rle): Rle {
    if (rle.size[0] !== store.height || rle.size[1] !== store.width) {
      throw failWith('conflict', stageText.segment.otherSize)
    }
    return rle
  }

  function show(next: typeof answered): void {
    const old = answered
    answered = next
    for (const shown of [old, next]) {
      const bounds = shown === null ? null : tileBounds(shown.mask)
      if (shown !== null && bounds !== null) {
        store.touch(shown.to.frame, bounds)
      }
    }
    touchEdited(old?.to ?? null)
    touchEdited(next?.to ?? null)
  }

  /** The region that is being corrected is hidden beneath its draft. */
  function touchEdited(to: MaskRequest | null): void {
    const mask = to?.regionId == null ? null : store.mask(to.regionId, to.frame)
    const bounds = mask === null ? null : tileBounds(mask)
    if (to !== null && bounds !== null) {
      store.touch(to.frame, bounds)
    }
  }

  function keep(category: string): void {
    if (later !== null && keeping !== null && isRunning) {
      later.category ??= category
      return
    }
    if (request === null || request.isHover) {
      keeping = null
      return
    }
    if (answered?.to !== request) {
      keeping ??= category // the answer is on its way
      return
    }
    keeping = null
    const { to, rle } = answered
    const region = regionIn(store, host.open().document.regions, to.regionId, to.frame)
    clear()
    const flip = region === null ? rle : flipOf(maskOf(region, to.frame), to.prompts.mask, rle)
    if (rleArea(flip) === 0) {
      return
    }
    if (region === null) {
      const added = { regionId: host.newRegionId(), category, frame: to.frame }
      const index = host.open().document.regions.length
      host.edit(stageText.labels.segment, [{ type: 'region.add', region: newRegion(added, rle), index }])
      host.onMade()
    } else {
      host.edit(stageText.labels.segmentEdit, maskDiff(region, to.frame, flip))
    }
  }

  function clear(): void {
    const { frame } = request ?? { frame: 'after' as const }
    request = null
    keeping = null
    show(null)
    host.onPrompts(frame, null)
  }

  async function settled(): Promise<void> {
    if (keeping !== null && isRunning) {
      await running
      await settled()
    }
  }

  function isBusy(): boolean {
    return request !== null && !request.isHover
  }

  return {
    run(effect, frame) {
      switch (effect.type) {
        case 'ask':
          return requestMask(effect.prompts, effect.isHover, frame)
        case 'keep':
          return keep(host.category())
        case 'forget':
          if (keeping !== null) {
            host.onLost(true)
          }
          later = null
          return clear()
      }
    },
    pendingMask: () =>
      answered === null
        ? null
        : {
            regionId: answered.to.regionId,
            frame: answered.to.frame,
            category: host.category(),
            mask: answered.mask,
          },
    isBusy,
    isKeeping: () => keeping !== null,
    settled,
    leave() {
      if (request?.isHover === true) {
        clear()
      }
    },
    end() {
      if (isBusy()) {
        host.onLost(keeping !== null)
      }
      later = null
      clear()
    },
  }
}
