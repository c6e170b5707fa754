import type { InferenceSession } from 'onnxruntime-node'
import type { Caption } from '../../domain/caption'
import type { Homography } from '../../domain/pair'
import type { Region, Source } from '../../domain/region'
import type { Raster } from '../../images/raster'
import { encodeRle } from '../../mask/rle'
import { register } from '../../images/registration/register'
import type { Registration } from '../../images/registration/register'
import { pairSentence, regionSentence } from './captions'
import { findChangedParts } from './changed-parts'
import { differenceModel } from './graph'
import { locate, type Located } from './locate'
import { measureCluster } from './measure-cluster'
import type { Measurement } from './measure-cluster'
import type { Refine, RefinedClusters } from './refinement'
import { createMaskMaker } from './masks'
import type { Clusters } from './clusters'
import { movedScore, pairScore, regionScore } from './score'
import { defaultSettings } from './settings'
import type { DifferenceSettings } from './settings'
import { createSession } from '../../inference/sessions/session'
import { startStopwatch } from '../../process/stopwatch'
import type { SessionOptions } from '../../inference/sessions/session'

export const differenceVersion = '1'

export interface DifferenceProposal {
  /** That anything changed, 0 to 1. */
  score: number
  alignment: Homography | null
  remarks: string[]
  /** Largest first. `proposalId` is 0: the store puts in the real one. */
  regions: Region[]
  captions: Caption[]
  milliseconds: Record<string, number>
  /** Grey levels, in the after frame. */
  evidence: { width: number; height: number; data: Uint8Array }
  /** The before image in the after frame, where the view moved. */
  aligned: Raster | null
}

export interface DifferenceProposer {
  propose(before: Raster, after: Raster): Promise<DifferenceProposal>
  /** Only where the pair differs, measured on means of `factor` x `factor` pixels. */
  locate(before: Raster, after: Raster, factor: number): Promise<Located>
  release(): Promise<void>
}

/** Measured difference (docs/models.md). One call at a time. @throws Error where the provider cannot be used */
export async function createDifferenceProposer(
  options: SessionOptions,
  settings: DifferenceSettings = defaultSettings,
  refine: Refine | null = null,
): Promise<DifferenceProposer> {
  const session = await createSession(differenceModel(), options)
  return {
    propose: (before, after) => propose(session, before, after, settings, refine),
    locate: (before, after, factor) => locate(session, { before, after }, settings, factor),
    release: () => session.release(),
  }
}

async function propose(
  session: InferenceSession,
  before: Raster,
  after: Raster,
  settings: DifferenceSettings,
  refine: Refine | null,
): Promise<DifferenceProposal> {
  const stopwatch = startStopwatch()
  const registration = await register(before, after)
  stopwatch.lap('register')
  const { aligned } = registration
  const parts = await findChangedParts(session, { before, after }, registration, settings, stopwatch)
  const { relit, evidence, threshold, colours, clusters: measured } = parts
  const refined =
    refine === null
      ? null
      : await refine({ before, after, relit, registration, evidence, clusters: measured, threshold })
  if (refined !== null) {
    stopwatch.lap('outlines')
  }
  const clusters = refined?.clusters ?? measured
  const known: RefinedClusters['refinements'] = refined?.refinements ?? new Map()
  const measurements = clusters.extents
    .filter(({ area }) => area > 0)
    .map((extent) => measureCluster(clusters, extent, relit, after, evidence))
  const ordered = applyRefinements(measurements, known).toSorted((a, b) => b.area - a.area)
  const draft = describe(clusters, ordered, registration, threshold, before, known)
  stopwatch.lap('describe')
  return {
    ...draft,
    score: colours === null ? pairScore(ordered, threshold) : movedScore(colours.strength),
    remarks: registration.remarks,
    milliseconds: stopwatch.laps(),
    evidence: { width: evidence.width, height: evidence.height, data: evidence.plain },
    aligned: aligned === before ? null : aligned,
  }
}

/** What another model told apart stays so; where something moved from is no change of its own. */
function applyRefinements(
  measurements: readonly Measurement[],
  known: RefinedClusters['refinements'],
): Measurement[] {
  const origins = new Set([...known.values()].map(({ cameFrom }) => cameFrom))
  return measurements
    .filter(({ label }) => !origins.has(label))
    .map((measurement) => {
      const { kind, cameFrom } = known.get(measurement.label) ?? {}
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
  known: RefinedClusters['refinements'],
): Pick<DifferenceProposal, 'regions' | 'captions' | 'alignment'> {
  const source: Source = { kind: 'proposal', proposalId: 0 }
  const masksOf = createMaskMaker(clusters, registration.homography, before)
  const regions = measurements.map((measurement, index): Region => {
    const found = masksOf(measurement)
    const seen = known.get(measurement.label)?.beforeMask
    const masks =
      seen === undefined || measurement.kind === 'appeared'
        ? found
        : { ...found, beforeMask: encodeRle(seen) }
    const score = regionScore(measurement, threshold)
    return { id: `difference-${index + 1}`, category: 'change', status: 'proposed', source, score, ...masks }
  })
  const each = measurements.length > 1 ? measurements.slice(0, 3).map(regionSentence) : []
  const captions = [pairSentence(measurements), ...each].map((text, rank): Caption => ({
    id: `difference-${rank + 1}`,
    text,
    rank,
    source,
    logProbability: null,
  }))
  return { regions, captions, alignment: registration.homography }
}
