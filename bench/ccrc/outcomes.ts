import { captionsFor, PROPOSED, regionsFor, runChain } from '../../src/inference/ccrc/chain'
import type { CcrcModel, Seen } from '../../src/inference/ccrc/model'
import type { FoundRegion } from '../../src/inference/ccrc/regions'
import { takeRegions } from '../../src/inference/ccrc/take-region'
import { CERTAIN, wholeOf } from '../../src/inference/closer/look'
import { isChanged, truthOf, type Item } from './items'
import { AREA, SIDE, unionOf } from './masks'

/** What a model says of a pair: by itself, and told the true mask or a true caption. */
export interface Outcome {
  item: Item
  seen: Seen
  regions: readonly FoundRegion[]
  plain: readonly FoundRegion[]
  caption: string
  plainCaption: string
  guided: string
  guidedMask: Uint8Array | null
}

export async function outcomeOf(model: CcrcModel, item: Item): Promise<Outcome> {
  const [seen] = await model.see([item.pixels])
  const common = { threshold: thresholdOf(model), captions: PROPOSED.captions }
  const first = await runChain(model, seen, { ...common, rounds: 0 })
  const refined = await runChain(model, seen, { ...common, rounds: PROPOSED.rounds })
  const given = isChanged(item) ? await giveTruth(model, seen, item) : []
  const guided = await captionsFor(model, seen, given, PROPOSED.captions)
  const asked = isChanged(item) ? await regionsFor(model, seen, item.references[0]) : null
  return {
    item,
    seen,
    regions: refined.regions,
    plain: first.regions,
    caption: refined.captions[0].text,
    plainCaption: first.captions[0].text,
    guided: guided[0].text,
    guidedMask: asked === null ? null : unionOf(asked.regions),
  }
}

/** The true regions as a person would mark them. */
export function giveTruth(model: CcrcModel, seen: Seen, item: Item): Promise<FoundRegion[]> {
  const whole = wholeOf({ width: SIDE, height: SIDE })
  const given = item.pair.record.categories.map((_, region) => {
    const mask = Float32Array.from(truthOf(item, region + 1), (value) => CERTAIN * (2 * value - 1))
    return { before: mask.subarray(0, AREA), after: mask.subarray(AREA) }
  })
  return takeRegions(model, { before: whole, after: whole, seen, alignment: null }, given)
}

/** The chance from which on a model says that something changed. */
export function thresholdOf(model: CcrcModel): number {
  return model.manifest.thresholds['change'] ?? 0.5
}
