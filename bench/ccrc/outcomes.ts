import { captionsFor, PROPOSED, regionsFor, runChain } from '../../src/inference/ccrc/chain'
import type { CcrcModel, Seen } from '../../src/inference/ccrc/model'
import type { FoundRegion } from '../../src/inference/ccrc/regions'
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

/** The true regions with the network's own vectors for them. */
async function giveTruth(model: CcrcModel, seen: Seen, item: Item): Promise<FoundRegion[]> {
  const out: FoundRegion[] = []
  for (let region = 1; region <= Math.min(4, item.pair.record.categories.length); region++) {
    const truth = truthOf(item, region)
    const tokens = new Float32Array(512)
    truth.forEach((value, at) => {
      const [frame, y, x] = [at < AREA ? 0 : 1, Math.floor((at % AREA) / SIDE), at % SIDE]
      tokens[frame * 256 + (y >> 3) * 16 + (x >> 3)] += value
    })
    const anchor = tokens.indexOf(Math.max(...tokens))
    const described = await model.propose(seen, [anchor])
    out.push({
      vector: described.vectors.slice(),
      category: '',
      score: 1,
      mask: Float32Array.from(truth, (value) => 12 * value - 6),
      attributes: described.attributes.slice(),
    })
  }
  return out
}

/** The chance from which on a model says that something changed. */
export function thresholdOf(model: CcrcModel): number {
  return model.manifest.thresholds['change'] ?? 0.5
}
