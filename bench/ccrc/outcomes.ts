import {
  captionRegions,
  PROPOSAL_OPTIONS,
  groundCaption,
  predictScene,
} from '../../src/models/ccrc/predictor/predict-scene'
import type { CcrcModel, SceneEncoding } from '../../src/models/ccrc/predictor/model'
import type { CcrcRegion } from '../../src/models/ccrc/predictor/ccrc-region'
import { encodeRegions } from '../../src/models/ccrc/predictor/region-groups'
import { CERTAIN_LOGIT } from '../../src/views/crop-view'
import { wholeOf } from '../../src/mask/rect'
import { isChanged, truthOf } from './items'
import type { Item } from './items'
import { AREA, SIDE, unionOf } from './masks'

/** A model's proposals for a pair: by itself, and conditioned on the true mask or a true caption. */
export interface Outcome {
  item: Item
  encoding: SceneEncoding
  regions: readonly CcrcRegion[]
  plain: readonly CcrcRegion[]
  caption: string
  plainCaption: string
  guided: string
  guidedMask: Uint8Array | null
}

export async function outcomeOf(model: CcrcModel, item: Item): Promise<Outcome> {
  const [encoding] = await model.encode([item.pixels])
  const common = { threshold: thresholdOf(model), captions: PROPOSAL_OPTIONS.captions }
  const first = await predictScene(model, encoding, { ...common, rounds: 0 })
  const refined = await predictScene(model, encoding, { ...common, rounds: PROPOSAL_OPTIONS.rounds })
  const regions = isChanged(item) ? await trueRegions(model, encoding, item) : []
  const guided = await captionRegions(model, encoding, regions, PROPOSAL_OPTIONS.captions)
  const grounded = isChanged(item) ? await groundCaption(model, encoding, item.references[0]) : null
  return {
    item,
    encoding,
    regions: refined.regions,
    plain: first.regions,
    caption: refined.captions[0].text,
    plainCaption: first.captions[0].text,
    guided: guided[0].text,
    guidedMask: grounded === null ? null : unionOf(grounded.regions),
  }
}

/** The true regions, encoded like regions of a user. */
export function trueRegions(model: CcrcModel, encoding: SceneEncoding, item: Item): Promise<CcrcRegion[]> {
  const whole = wholeOf({ width: SIDE, height: SIDE })
  const masks = item.pair.record.categories.map((_, region) => {
    const mask = Float32Array.from(truthOf(item, region + 1), (value) => CERTAIN_LOGIT * (2 * value - 1))
    return { before: mask.subarray(0, AREA), after: mask.subarray(AREA) }
  })
  return encodeRegions(model, { before: whole, after: whole, encoding, alignment: null }, masks)
}

/** The probability from which a pair counts as changed. */
export function thresholdOf(model: CcrcModel): number {
  return model.manifest.thresholds['change'] ?? 0.5
}
