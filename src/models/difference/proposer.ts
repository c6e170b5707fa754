import type { Caption, Link, Region, Source } from '../../domain/document'
import type { Homography } from '../../domain/pair'
import type { Raster } from '../../images/raster'
import { encodeRle } from '../../mask/rle'
import { register, middlesOfBlocks } from '../../images/registration/register'
import type { Registration } from '../../images/registration/register'
import { measuredCaptions } from '../../names/captions/named-captions'
import { detectChangedParts } from './changed-parts'
import { openEvidenceModel } from './evidence'
import type { EvidenceModel } from './evidence'
import { measureCluster, createMaskMaker, toChange } from './regions'
import type { Measurement } from './regions'
import type { Refine, RefinedClusters } from './refinement'
import type { Clusters } from './clusters'
import { DEFAULT_SETTINGS } from './settings'
import type { DifferenceSettings } from './settings'
import type { SessionOptions } from '../../inference/sessions/model-session'
import { startStopwatch } from '../../process/stopwatch'
import { clamp } from '../../basics/numbers'
import { shrink } from '../../images/pyramid'
import type { Rect } from '../../mask/bitmap'
import type { RegionChange } from '../../names/claim'
import type { MessageText } from '../../messages/message'

export const DIFFERENCE_VERSION = '1'

export interface DifferenceProposal {
  /** Probability that anything changed, 0 to 1. */
  score: number
  alignment: Homography | null
  remarks: MessageText[]
  /** Largest first. `proposalId` is 0: the store replaces it. */
  regions: Region[]
  /** Measured changes of the regions, in their order. */
  changes: RegionChange[]
  captions: Caption[]
  links: Link[]
  milliseconds: Record<string, number>
  /** Grey levels, in the after frame. */
  evidence: { width: number; height: number; data: Uint8Array }
  /** The before image in the after frame, where the view moved. */
  aligned: Raster | null
}

export interface DifferenceProposer {
  propose(before: Raster, after: Raster): Promise<DifferenceProposal>
  /** Only locates the changes, on means of `factor` x `factor` pixels. */
  locate(before: Raster, after: Raster, factor: number): Promise<Located>
  release(): Promise<void>
}

/** Measured difference (docs/models.md). One call at a time. @throws Error where the provider cannot be used */
export async function createDifferenceProposer(
  options: SessionOptions,
  settings: DifferenceSettings = DEFAULT_SETTINGS,
  refine: Refine | null = null,
): Promise<DifferenceProposer> {
  const model = await openEvidenceModel(options)
  return {
    propose: (before, after) => propose(model, before, after, settings, refine),
    locate: (before, after, factor) => locate(model, { before, after }, settings, factor),
    release: () => model.release(),
  }
}

async function propose(
  model: EvidenceModel,
  before: Raster,
  after: Raster,
  settings: DifferenceSettings,
  refine: Refine | null,
): Promise<DifferenceProposal> {
  const stopwatch = startStopwatch()
  const registration = await register(before, after)
  stopwatch.lap('register')
  const { aligned } = registration
  const parts = await detectChangedParts(model, { before, after }, registration, settings, stopwatch)
  const { relit, evidence, threshold, colours, clusters: measured } = parts
  const refined =
    refine === null
      ? null
      : await refine({ before, after, relit, registration, evidence, clusters: measured, threshold })
  if (refined !== null) {
    stopwatch.lap('outlines')
  }
  const clusters = refined?.clusters ?? measured
  const refinements: RefinedClusters['refinements'] = refined?.refinements ?? new Map()
  const measurements = clusters.extents
    .filter(({ area }) => area > 0)
    .map((extent) => measureCluster(clusters, extent, relit, after, evidence))
  const ordered = applyRefinements(measurements, refinements).toSorted((a, b) => b.area - a.area)
  const draft = describe(clusters, ordered, registration, threshold, before, refinements)
  stopwatch.lap('describe')
  return {
    ...draft,
    changes: ordered.map(toChange),
    score: colours === null ? pairScore(ordered, threshold) : movedScore(colours.strength),
    remarks: registration.remarks,
    milliseconds: stopwatch.laps(),
    evidence: { width: evidence.width, height: evidence.height, data: evidence.plain },
    aligned: aligned === before ? null : aligned,
  }
}

/** Applies the refined kinds; the origin of a moved object is no change of its own. */
function applyRefinements(
  measurements: readonly Measurement[],
  refinements: RefinedClusters['refinements'],
): Measurement[] {
  const origins = new Set([...refinements.values()].map(({ cameFrom }) => cameFrom))
  return measurements
    .filter(({ label }) => !origins.has(label))
    .map((measurement) => {
      const { kind, cameFrom } = refinements.get(measurement.label) ?? {}
      const from = measurements.find(({ label }) => label === cameFrom)
      return {
        ...measurement,
        ...(kind === undefined ? {} : { kind }),
        ...(from === undefined ? {} : { from: { x: from.x, y: from.y } }),
      }
    })
}

function describe(
  clusters: Clusters,
  measurements: readonly Measurement[],
  registration: Registration,
  threshold: number,
  before: Raster,
  refinements: RefinedClusters['refinements'],
): Pick<DifferenceProposal, 'regions' | 'captions' | 'links' | 'alignment'> {
  const source: Source = { kind: 'proposal', proposalId: 0 }
  const masksOf = createMaskMaker(clusters, registration.homography, before)
  const regions = measurements.map((measurement, index): Region => {
    const measured = masksOf(measurement)
    const refinedBefore = refinements.get(measurement.label)?.beforeMask
    const masks =
      refinedBefore === undefined || measurement.kind === 'appeared'
        ? measured
        : { ...measured, beforeMask: encodeRle(refinedBefore) }
    const score = regionScore(measurement, threshold)
    return { id: `difference-${index + 1}`, category: 'change', status: 'proposed', source, score, ...masks }
  })
  const captions = measuredCaptions(regions, measurements, source)
  return { regions, ...captions, alignment: registration.homography }
}

/** How far a region exceeds the noise: 0 at half the threshold, 0.86 at three times. */
export function regionScore({ strength }: Measurement, threshold: number): number {
  return clamp(1 - Math.exp(-(strength / threshold - 0.5) / 1.25), 1)
}

/** Score for any change: rises with the changed area and with its strength. */
export function pairScore(measurements: readonly Measurement[], threshold: number): number {
  const mass = measurements.reduce(
    (sum, measurement) => sum + Math.sqrt(measurement.share) * regionScore(measurement, threshold),
    0,
  )
  return clamp(1 - Math.exp(-10 * mass), 1)
}

/** The same for a view that moved, from the share of a colour that is in one image alone (`ColourMatch`). */
export function movedScore(strength: number): number {
  return clamp(1 - Math.exp(-strength / 40), 1)
}

export interface Located {
  alignment: Homography | null
  remarks: MessageText[]
  /** Pixels of the after image, the largest part first. */
  boxes: Rect[]
}

/** Changed places of a pair: registers it, then measures on means of `factor` x `factor` pixels. */
export async function locate(
  model: EvidenceModel,
  { before, after }: { before: Raster; after: Raster },
  settings: DifferenceSettings,
  factor: number,
): Promise<Located> {
  const registration = await register(before, after)
  const small = { before: shrink(before, factor), after: shrink(after, factor) }
  const shrunk = shrinkRegistration(registration, small, factor)
  const { clusters } = await detectChangedParts(model, small, shrunk, settings, startStopwatch())
  const boxes = clusters.extents
    .toSorted((a, b) => b.area - a.area)
    .map(({ bounds: { x, y, width, height } }) => ({
      x: x * factor,
      y: y * factor,
      width: width * factor,
      height: height * factor,
    }))
  return { alignment: registration.homography, remarks: registration.remarks, boxes }
}

function shrinkRegistration(
  registration: Registration,
  { before, after: { width, height } }: { before: Raster; after: Raster },
  factor: number,
): Registration {
  if (factor === 1) {
    return registration
  }
  const { aligned, valid, view, shift } = registration
  return {
    ...registration,
    // an unmoved view is `before` itself: callers compare by identity
    aligned: view === 'moved' ? shrink(aligned, factor) : before,
    valid: valid === null ? null : middlesOfBlocks(valid, aligned.width, width, height, factor),
    shift: shift / factor,
  }
}
