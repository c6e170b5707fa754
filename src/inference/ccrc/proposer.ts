import type { Caption, Link } from '../../domain/caption'
import type { Homography } from '../../domain/pair'
import type { Region } from '../../domain/region'
import { chooseWindows } from '../../images/crops/windows'
import type { Raster } from '../../images/raster'
import { decodeRle, rleArea } from '../../mask/rle'
import { saysNoChange } from '../../metrics/change-captions'
import { startClock } from '../clock'
import { createDifferenceProposer, type DifferenceProposer } from '../propose'
import type { SessionOptions } from '../session'
import { agreementIn, type Agreement } from './agreement'
import { captionsFor, regionsFor, runChain, type ChainResult } from './chain'
import { boxInAfter, lookThrough, toLookMask, wholeOf, type Look } from './look'
import { CcrcModel } from './model'
import { placeInWhole, placeOf } from './place'
import { contains, isSameThing, placeAll, rectOf, takeRegion, toRegion, unionBox } from './placed'
import type { Placed } from './placed'
import type { FoundRegion } from './regions'

export type { Agreement } from './agreement'
export type RegionMasks = Pick<Region, 'id' | 'mask' | 'beforeMask'>

export interface CcrcDraft {
  score: number
  alignment: Homography | null
  remarks: string[]
  regions: Region[]
  captions: Caption[]
  links: Link[]
  agreement: Agreement
  milliseconds: Record<string, number>
}

/** CCRC on pairs of any size. One call at a time. `key` names a pair's files and their times. */
export interface CcrcProposer {
  readonly id: string
  readonly version: string
  propose(before: Raster, after: Raster, key: string): Promise<CcrcDraft>
  /** Captions for these regions of the person, best first; `begin` is what they have typed already. */
  recaption(
    before: Raster,
    after: Raster,
    key: string,
    regions: readonly RegionMasks[],
    begin: string,
  ): Promise<{ captions: Caption[]; links: Link[] }>
  /** Regions that a caption of the person speaks of. */
  remask(
    before: Raster,
    after: Raster,
    key: string,
    caption: string,
  ): Promise<{ regions: Region[]; links: Link[] }>
  agree(
    before: Raster,
    after: Raster,
    key: string,
    regions: readonly RegionMasks[],
    caption: string,
  ): Promise<Agreement>
  release(): Promise<void>
}

/** Pairs whose features are kept. */
const KEPT_PAIRS = 4
/** Images of a shorter side below this are seen whole only. */
export const LEAST_SIDE = 200
/** A window shows a thing of 1/7 of its side: as large as most things that the model was taught on. */
export const WINDOWS = { context: 7, loosest: 12, limit: 8 } as const
/** Of what was measured, so many of the largest differences are looked at. */
const MEASURED = 12
const CAPTIONS = 3
const ROUNDS = 2

interface Kept {
  looks: Look[]
  alignment: Homography | null
}

/** @throws PackageError; Error where the provider cannot be used */
export async function createCcrcProposer(folder: string, options: SessionOptions): Promise<CcrcProposer> {
  const model = await CcrcModel.open(folder, options)
  return new Proposer(model, await createDifferenceProposer(options))
}

class Proposer implements CcrcProposer {
  private readonly kept = new Map<string, Kept>()
  readonly id: string
  readonly version: string
  private readonly threshold: number
  private readonly windowThreshold: number

  constructor(
    private readonly model: CcrcModel,
    private readonly difference: DifferenceProposer,
  ) {
    const { id, version, thresholds } = model.manifest
    this.id = id
    this.version = version
    this.threshold = thresholds['change'] ?? 0.5
    this.windowThreshold = thresholds['window'] ?? 0.7
  }

  async propose(before: Raster, after: Raster, key: string): Promise<CcrcDraft> {
    const clock = startClock()
    const [whole] = await lookThrough(this.model, before, after, [wholeOf(after)], null)
    clock.lap('look')
    const chain = { threshold: this.threshold, rounds: ROUNDS, captions: CAPTIONS }
    const first = await runChain(this.model, whole.seen, chain)
    clock.lap('chain')
    let placed = placeAll(first.regions, whole, null)
    let score = whole.seen.chance
    let alignment: Homography | null = null
    const remarks: string[] = []
    const looks = [whole]
    if (Math.min(after.width, after.height) >= LEAST_SIDE) {
      const measured = await this.difference.propose(before, after)
      alignment = measured.alignment
      remarks.push(...measured.remarks)
      clock.lap('difference')
      const boxes = [
        ...placed.map(({ box }) => box),
        ...measured.regions.slice(0, MEASURED).map(({ mask }) => rectOf(mask)),
      ]
      const { windows } = chooseWindows(after, boxes, WINDOWS)
      const closer = await lookThrough(this.model, before, after, windows, alignment)
      for (const look of closer) {
        if (look.seen.chance < this.windowThreshold) continue
        const { regions } = await runChain(this.model, look.seen, {
          ...chain,
          rounds: 0,
          captions: 0,
          threshold: 0,
        })
        const own = placeAll(regions, look, alignment)
        if (own.length === 0) continue
        looks.push(look)
        score = Math.max(score, look.seen.chance)
        placed = [...placed.filter(({ box }) => !own.some((other) => isSameThing(box, other.box))), ...own]
      }
      clock.lap('closer')
    }
    this.keep(key, { looks, alignment })
    const said = await this.describe(placed, whole, first, after)
    clock.lap('captions')
    const regions = placed.map(({ found, look }, index) => toRegion(found, look, index, before, after))
    const draft = this.captionsOf(said, regions)
    const agreement = await this.agreementOfPlaced(whole, placed, draft.captions[0]?.text ?? '')
    clock.lap('agreement')
    return { score, alignment, remarks, regions, ...draft, agreement, milliseconds: clock.laps() }
  }

  async recaption(
    before: Raster,
    after: Raster,
    key: string,
    regions: readonly RegionMasks[],
    begin: string,
  ): Promise<{ captions: Caption[]; links: Link[] }> {
    const { look, found } = await this.take(before, after, key, regions)
    const said = await captionsFor(this.model, look.seen, found, CAPTIONS, begin)
    const isWhole = look.after.width === after.width && look.after.height === after.height
    const captions =
      isWhole || regions.length === 0
        ? said
        : said.map((caption) => ({
            ...caption,
            text: placeInWhole(caption.text, placeOf(unionBox(regions), after)),
          }))
    return this.captionsOf(captions, regions)
  }

  async remask(
    before: Raster,
    after: Raster,
    key: string,
    caption: string,
  ): Promise<{ regions: Region[]; links: Link[] }> {
    if (saysNoChange(caption)) return { regions: [], links: [] }
    const { looks } = await this.looksOf(before, after, key)
    let best: { look: Look; regions: FoundRegion[]; heat: number } | null = null
    for (const look of looks) {
      const { regions, point } = await regionsFor(this.model, look.seen, caption)
      const heat = Math.max(...point)
      if (regions.length > 0 && (best === null || heat > best.heat)) best = { look, regions, heat }
    }
    if (best === null) return { regions: [], links: [] }
    const { look } = best
    return {
      regions: best.regions.map((found, index) => toRegion(found, look, index, before, after)),
      links: [],
    }
  }

  async agree(
    before: Raster,
    after: Raster,
    key: string,
    regions: readonly RegionMasks[],
    caption: string,
  ): Promise<Agreement> {
    const { look, found } = await this.take(before, after, key, regions)
    return agreementIn(this.model, look, found, caption)
  }

  async release(): Promise<void> {
    await this.model.release()
    await this.difference.release()
  }

  private keep(key: string, kept: Kept): void {
    this.kept.delete(key)
    this.kept.set(key, kept)
    for (const old of [...this.kept.keys()].slice(0, -KEPT_PAIRS)) this.kept.delete(old)
  }

  private async looksOf(before: Raster, after: Raster, key: string): Promise<Kept> {
    const known = this.kept.get(key)
    if (known !== undefined) return known
    const looks = await lookThrough(this.model, before, after, [wholeOf(after)], null)
    const made = { looks, alignment: null }
    this.keep(key, made)
    return made
  }

  /** The regions of a person as the network's own, seen through the window that suits them. */
  private async take(
    before: Raster,
    after: Raster,
    key: string,
    regions: readonly RegionMasks[],
  ): Promise<{ look: Look; found: FoundRegion[] }> {
    const kept = await this.looksOf(before, after, key)
    const look = await this.lookFor(before, after, kept, regions)
    const found: FoundRegion[] = []
    for (const { mask, beforeMask } of regions) {
      const inAfter = toLookMask(decodeRle(mask), look.after)
      const inBefore = beforeMask === null ? null : toLookMask(decodeRle(beforeMask), look.before)
      found.push(await takeRegion(this.model, look, inAfter, inBefore))
    }
    return { look, found }
  }

  /** The whole where the regions can be seen there, else the closest window that holds them, made where there is none. */
  private async lookFor(
    before: Raster,
    after: Raster,
    kept: Kept,
    regions: readonly RegionMasks[],
  ): Promise<Look> {
    const [whole] = kept.looks
    const filled = regions.filter(({ mask }) => rleArea(mask) > 0)
    if (filled.length === 0 || Math.min(after.width, after.height) < LEAST_SIDE) return whole
    const box = unionBox(filled)
    const { windows } = chooseWindows(after, [box], WINDOWS)
    if (windows.length === 0) return whole
    const holding = kept.looks.filter((look) => look !== whole && contains(look.after, box))
    const [best] = holding.toSorted((a, b) => a.after.width - b.after.width)
    if (best !== undefined) return best
    const [made] = await lookThrough(this.model, before, after, windows.slice(0, 1), kept.alignment)
    kept.looks.push(made)
    return made
  }

  /** Captions of the whole where it saw everything; else the windows' own, with their place. */
  private async describe(
    placed: readonly Placed[],
    whole: Look,
    first: ChainResult,
    after: Raster,
  ): Promise<ChainResult['captions']> {
    const closer = placed.filter(({ look }) => look !== whole)
    const seenByBoth = closer.every(({ box }) =>
      first.regions.some((region) => {
        const own = boxInAfter(region.mask, whole, null)
        return own !== null && isSameThing(own, box)
      }),
    )
    if (seenByBoth) return first.captions
    const parts: ChainResult['captions'][number][] = []
    for (const look of new Set(placed.map((each) => each.look))) {
      const own = placed.filter((each) => each.look === look)
      const [said] = await captionsFor(
        this.model,
        look.seen,
        own.map(({ found }) => found),
        1,
      )
      const place = placeOf(own[0].box, after)
      parts.push({ ...said, text: look === whole ? said.text : placeInWhole(said.text, place), links: [] })
    }
    if (parts.length === 1) return parts
    const text = parts.map((part) => part.text).join(' and ')
    const logProbability = parts.reduce((sum, part) => sum + part.logProbability, 0)
    return [{ ids: [], text, logProbability, links: [] }, ...parts]
  }

  private captionsOf(
    said: ChainResult['captions'],
    regions: readonly Pick<Region, 'id'>[],
  ): { captions: Caption[]; links: Link[] } {
    const links: Link[] = []
    const captions = said.map(({ text, logProbability, links: own }, rank): Caption => {
      const id = `${this.id}-${rank + 1}`.slice(0, 64)
      own.forEach(({ start, end, region }, index) => {
        if (regions[region] === undefined || end > text.length) return
        links.push({
          id: `${id}-${index + 1}`.slice(-64),
          captionId: id,
          start,
          end,
          regionId: regions[region].id,
        })
      })
      return { id, text, rank, source: { kind: 'proposal', proposalId: 0 }, logProbability }
    })
    return { captions, links }
  }

  private async agreementOfPlaced(
    whole: Look,
    placed: readonly Placed[],
    caption: string,
  ): Promise<Agreement> {
    const [look] = placed.length > 0 ? placed.map((each) => each.look) : [whole]
    return agreementIn(
      this.model,
      look,
      placed.filter((each) => each.look === look).map(({ found }) => found),
      caption,
    )
  }
}
