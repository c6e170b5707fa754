import type { Raster } from '../../images/raster'
import type { Registration } from '../../images/registration/register'
import { erode } from '../../mask/morphology'
import type { Stopwatch } from '../../process/stopwatch'
import { explainedByShift } from './evidence'
import type { Evidence, EvidenceModel } from './evidence'
import { dropMatched, matchColours } from './colour-match'
import type { ColourMatch } from './colour-match'
import { matchShifts } from './match-shifts'
import { TOLERATED_SHIFT } from './graph'
import { matchLight } from './match-light'
import { detectClusters, chooseThreshold } from './clusters'
import type { Clusters } from './clusters'
import type { DifferenceSettings } from './settings'

/** Where a registered pair differs, in the after frame. */
export interface ChangedParts {
  /** The before image in the after frame, matched in light. */
  relit: Raster
  evidence: Evidence
  threshold: number
  /** Null where the view did not move. */
  colours: ColourMatch | null
  clusters: Clusters
}

export async function detectChangedParts(
  model: EvidenceModel,
  { before, after }: { before: Raster; after: Raster },
  registration: Registration,
  settings: DifferenceSettings,
  stopwatch: Stopwatch,
): Promise<ChangedParts> {
  const { aligned, valid, view } = registration
  const relit = matchLight(aligned, after)
  stopwatch.lap('light')
  const { evidence, threshold, isMisaligned } = await measureWithShifts(
    model,
    relit,
    after,
    registration,
    settings,
  )
  stopwatch.lap('evidence')
  const colours = hasParallax(registration) ? matchColours(before, aligned, valid, after) : null
  stopwatch.lap('colours')
  const candidates = detectClusters(evidence, threshold, isMisaligned, settings)
  const clusters = colours === null || view !== 'moved' ? candidates : dropMatched(candidates, colours)
  stopwatch.lap('regions')
  return { relit, evidence, threshold, colours, clusters }
}

interface EvidenceMeasurement {
  evidence: Evidence
  threshold: number
  isMisaligned: boolean
}

/** Evidence of the images as they are; where it suggests small shifts, once more with these removed. */
async function measureWithShifts(
  model: EvidenceModel,
  before: Raster,
  after: Raster,
  registration: Registration,
  settings: DifferenceSettings,
): Promise<EvidenceMeasurement> {
  const { homography } = registration
  const valid = erodedValidity(registration)
  const measure = async (image: Raster): Promise<EvidenceMeasurement & { explained: number }> => {
    const evidence = withoutUnknown(await model.measure(image, after), valid)
    const threshold = chooseThreshold(evidence, valid, settings)
    const explained = explainedByShift(evidence, valid, threshold)
    return { evidence, threshold, explained, isMisaligned: explained > settings.explainedShare }
  }
  const first = await measure(before)
  if (homography === null && first.explained <= settings.suspectShare) {
    return first
  }
  const shifted = matchShifts(before, after)
  const second = shifted === before ? first : await measure(shifted)
  // what was resampled lies off by fractions of a pixel everywhere
  const isResampled = registration.view === 'moved' && !hasParallax(registration)
  return { ...second, isMisaligned: isResampled || first.isMisaligned || second.isMisaligned }
}

/** A camera that moved by less of the diagonal shifts near objects against far ones by a pixel or two. */
const LEAST_PARALLAX_SHIFT = 0.02

function hasParallax({ view, shift, aligned }: Registration): boolean {
  return view === 'unknown' || shift > LEAST_PARALLAX_SHIFT * Math.hypot(aligned.width, aligned.height)
}

/** Evidence reaches into the known from what is not: the tolerance and the blur take in their surroundings. */
const UNKNOWN_MARGIN = TOLERATED_SHIFT + 3

function erodedValidity({ valid, aligned }: Registration): Uint8Array | null {
  const { width, height } = aligned
  return valid === null ? null : erode({ width, height, data: valid }, UNKNOWN_MARGIN).data
}

/** Pixels without a counterpart are unknown, not changed. */
function withoutUnknown(evidence: Evidence, valid: Uint8Array | null): Evidence {
  if (valid !== null) {
    for (let at = 0; at < valid.length; at += 1) {
      if (valid[at] === 0) {
        evidence.plain[at] = 0
        evidence.tolerant[at] = 0
      }
    }
  }
  return evidence
}
