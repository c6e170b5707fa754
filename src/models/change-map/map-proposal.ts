import { UNNAMED } from '../../domain/document'
import type { Region, Source } from '../../domain/document'
import { message } from '../../messages/message'
import { knownPixels, register } from '../../images/registration/register'
import type { Registration } from '../../images/registration/register'
import type { Raster } from '../../images/raster'
import { erode } from '../../mask/morphology'
import type { ModelManifest } from '../../packages/manifest'
import type { Stopwatch } from '../../process/stopwatch'
import { measuredCaptions } from '../../names/captions/named-captions'
import type { Clusters } from '../difference/clusters'
import { matchLight } from '../difference/match-light'
import { createMaskMaker, measureChange, toChange } from '../difference/regions'
import type { ChangeKind, Measurement } from '../difference/regions'
import { presenceScore } from '../../metrics/presence-score'
import type { ChangeMap, ModelProposal } from '../model-proposer'
import { calibrated, expectedIou, pairProbability, regionProbability } from './regions'

/** Pixels about what one frame does not show that count as not shown. */
const UNKNOWN_MARGIN = 4

/** A pair that lies in one frame, that of the after image. */
export interface AlignedPair {
  readonly before: Raster
  readonly after: Raster
  readonly registered: Pick<Registration, 'aligned' | 'homography' | 'remarks' | 'valid'>
}

export async function alignPair(before: Raster, after: Raster): Promise<AlignedPair> {
  return { before, after, registered: await register(before, after) }
}

/** A pair of which an alignment was left out. */
export function withoutAlignment(before: Raster, after: Raster): AlignedPair {
  const registered = {
    aligned: before,
    homography: null,
    remarks: [message('proposals.alignmentLeftOut')],
    valid: knownPixels(before, after),
  }
  return { before, after, registered }
}

/** A pair as it is, for a network that aligns it itself. */
export function unalignedPair(before: Raster, after: Raster): AlignedPair {
  return { before, after, registered: { aligned: before, homography: null, remarks: [], valid: null } }
}

/** Sets pixels without a counterpart to 0 in place: they are unknown, not changed. */
export function clearUnknown(values: Float32Array, { after, registered: { valid } }: AlignedPair): void {
  if (valid === null) {
    return
  }
  const known = erode({ width: after.width, height: after.height, data: valid }, UNKNOWN_MARGIN).data
  values.forEach((value, at) => {
    values[at] = known[at] === 0 ? 0 : value
  })
}

export interface RegionTraits {
  readonly category: string
  /** Null where it is to be measured. */
  readonly kind: ChangeKind | null
}

interface MapRegions {
  /** Begins the ids of regions and captions. */
  readonly name: string
  readonly map: ChangeMap
  readonly clusters: Clusters
  /** What the model says of a label. Default: a change without a name, measured. */
  readonly traitsOf?: (label: number) => RegionTraits
  readonly calibration?: ModelManifest['calibration']
}

/** Regions of a map with masks in both frames, and captions from what is measured of them. */
export function proposalFromMap(
  { before, after, registered: { aligned, homography, remarks } }: AlignedPair,
  { name, map, clusters, traitsOf = () => ({ category: UNNAMED, kind: null }), calibration }: MapRegions,
  stopwatch: Stopwatch,
): ModelProposal {
  const measurements = measure(clusters, matchLight(aligned, after), after, traitsOf)
  stopwatch.lap('regions')
  const source: Source = { kind: 'proposal', proposalId: 0 }
  const masksOf = createMaskMaker(clusters, homography, before)
  const regions = measurements.map((measurement, index): Region => {
    const { label } = measurement
    const score = calibrated(
      regionProbability(map, clusters, clusters.extents[label - 1]),
      calibration?.['region'],
    )
    const { category } = traitsOf(label)
    const masks = masksOf(measurement)
    return { id: `${name}-${index + 1}`, category, status: 'proposed', source, score, ...masks }
  })
  const { captions, links } = measuredCaptions(regions, measurements, source)
  stopwatch.lap('describe')
  const score = calibrated(pairProbability(map), calibration?.['pair'])
  return {
    score,
    // without a mask, that there is nothing to mark
    expectedIou: expectedIou(map, clusters) ?? 1 - score,
    alignment: homography,
    remarks,
    regions,
    changes: measurements.map(toChange),
    captions,
    links,
    agreement: presenceScore(regions.length, captions[0].text),
    probabilities: map,
    milliseconds: stopwatch.laps(),
  }
}

/** Largest first. */
function measure(
  clusters: Clusters,
  before: Raster,
  after: Raster,
  traitsOf: (label: number) => RegionTraits,
): Omit<Measurement, 'strength'>[] {
  return clusters.extents
    .filter(({ area }) => area > 0)
    .map((extent) => {
      const { label, area } = extent
      const change = measureChange(clusters, extent, before, after)
      return { label, area, ...change, kind: traitsOf(label).kind ?? change.kind }
    })
    .toSorted((a, b) => b.area - a.area)
}
