import { openPackage, readPackageWeights } from '../../../packages/read-package'
import { PackageError } from '../../../packages/files'
import type { FamilyPredictor, ModelOptions } from '../../family'
import type { ModelManifest } from '../../../packages/manifest'
import type { BatchPredictor, ModelProposer, ChangeMap, ModelProposal } from '../../model-proposer'
import { IMAGE_SIDE } from '../../layers/sizes'
import { photoFamilyNetwork } from '../network/family'
import { readEncoderWeights } from '../frozen-encoder'
import { ChangeMapper } from './change-map'
import { logit, pairProbability, calibrated, mapRegions, regionProbability } from './regions'
import type { Region, Source } from '../../../domain/document'
import { register } from '../../../images/registration/register'
import type { Raster } from '../../../images/raster'
import { erode } from '../../../mask/morphology'
import { startStopwatch } from '../../../process/stopwatch'
import type { Stopwatch } from '../../../process/stopwatch'
import { measuredCaptions } from '../../difference/captions'
import type { Clusters } from '../../difference/clusters'
import { matchLight } from '../../difference/match-light'
import { createMaskMaker, measureChange, toChange } from '../../difference/regions'
import type { Measurement } from '../../difference/regions'
import { presenceScore } from '../../model-proposer'

/** Scales at which a pair is seen: the fewest within .01 of the best on composed pairs (`bench/photo-scales.ts`). */
const SCALES = [1] as const
/** Pixels about what one frame does not show that count as not shown. */
const UNKNOWN_MARGIN = 4

/** Regions by the network at the pair's own resolution, and captions from what is measured of them. */
class PhotoProposer {
  constructor(
    private readonly manifest: Pick<ModelManifest, 'id' | 'thresholds' | 'calibration'>,
    private readonly mapper: ChangeMapper,
  ) {}

  async propose(before: Raster, after: Raster, chosen: number | null): Promise<ModelProposal> {
    const stopwatch = startStopwatch()
    const registered = await register(before, after)
    stopwatch.lap('register')
    const { aligned, valid } = registered
    const map = withoutUnknown(await this.mapper.map(aligned, after, SCALES), valid)
    stopwatch.lap('detect')
    const threshold = chosen ?? this.manifest.thresholds['pixel'] ?? 0.5
    return this.cut({ before, after, registered, map }, threshold, stopwatch)
  }

  /** As `ModelProposer.proposeAt`. */
  async proposeAt(before: Raster, after: Raster, map: ChangeMap, threshold: number): Promise<ModelProposal> {
    const stopwatch = startStopwatch()
    const registered = await register(before, after)
    stopwatch.lap('register')
    return this.cut({ before, after, registered, map }, threshold, stopwatch)
  }

  release(): Promise<void> {
    return this.mapper.release()
  }

  private cut(
    { before, after, registered, map }: MappedPair,
    threshold: number,
    stopwatch: Stopwatch,
  ): ModelProposal {
    const { aligned, homography, remarks } = registered
    const clusters = mapRegions(map, threshold)
    const measurements = measure(clusters, matchLight(aligned, after), after)
    stopwatch.lap('regions')
    const source: Source = { kind: 'proposal', proposalId: 0 }
    const masksOf = createMaskMaker(clusters, homography, before)
    const regions = measurements.map((measurement, index): Region => {
      const score = calibrated(
        regionProbability(map, clusters, clusters.extents[measurement.label - 1]),
        this.manifest.calibration?.['region'],
      )
      const masks = masksOf(measurement)
      return { id: `photo-${index + 1}`, category: 'change', status: 'proposed', source, score, ...masks }
    })
    const captions = measuredCaptions(measurements, { name: 'photo', source })
    stopwatch.lap('describe')
    return {
      score: calibrated(pairProbability(map), this.manifest.calibration?.['pair']),
      alignment: homography,
      remarks,
      regions,
      changes: measurements.map(toChange),
      captions,
      links: [],
      agreement: presenceScore(regions.length, captions[0].text),
      probabilities: map,
      milliseconds: stopwatch.laps(),
    }
  }
}

interface MappedPair {
  readonly before: Raster
  readonly after: Raster
  readonly registered: Awaited<ReturnType<typeof register>>
  readonly map: ChangeMap
}

/** Pixels without a counterpart are unknown, not changed. */
function withoutUnknown(map: ChangeMap, valid: Uint8Array | null): ChangeMap {
  if (valid !== null) {
    const { width, height } = map
    const known = erode({ width, height, data: valid }, UNKNOWN_MARGIN).data
    map.values.forEach((value, at) => {
      map.values[at] = known[at] === 0 ? 0 : value
    })
  }
  return map
}

/** Largest first. */
function measure(clusters: Clusters, before: Raster, after: Raster): Omit<Measurement, 'strength'>[] {
  return clusters.extents
    .filter(({ area }) => area > 0)
    .map((extent) => {
      const { label, area } = extent
      return { label, area, ...measureChange(clusters, extent, before, after) }
    })
    .toSorted((a, b) => b.area - a.area)
}

export const photoPredictor: FamilyPredictor = { openProposer, openBatchPredictor }

/** @throws PackageError, also where the package reads the detector's features and that is not there */
async function openProposer(folder: string, options: ModelOptions): Promise<ModelProposer> {
  const { manifest, mapper } = await openMapper(folder, options)
  const proposer = new PhotoProposer(manifest, mapper)
  const { id, version } = manifest
  return {
    id,
    version,
    provider: options.provider,
    propose: (before, after, _key, threshold = null) => proposer.propose(before, after, threshold),
    proposeAt: (before, after, map, threshold) => proposer.proposeAt(before, after, map, threshold),
    release: () => proposer.release(),
  }
}

/** Both frames get the mask of the after frame; captions are not the model's own. @throws PackageError */
async function openBatchPredictor(folder: string, options: ModelOptions): Promise<BatchPredictor> {
  const { mapper } = await openMapper(folder, options)
  const side = { width: IMAGE_SIDE, height: IMAGE_SIDE }
  return {
    async predict(pairs) {
      const predictions = []
      for (const { before, after } of pairs) {
        const map = await mapper.map({ ...side, data: before }, { ...side, data: after }, [1])
        const logits = map.values.map(logit)
        const changed = new Float32Array(2 * logits.length)
        changed.set(logits)
        changed.set(logits, logits.length)
        predictions.push({ changed, changedLogit: logit(pairProbability(map)), caption: null })
      }
      return predictions
    },
    release: () => mapper.release(),
  }
}

export async function openMapper(
  folder: string,
  { detector = null, ...options }: ModelOptions,
): Promise<{ manifest: ModelManifest; mapper: ChangeMapper }> {
  const opened = await openPackage(folder, photoFamilyNetwork.name)
  const { manifest } = opened
  const { without = [] } = manifest
  const encoder = without.includes('encoder')
    ? null
    : await readEncoderWeights(requireDetector(folder, detector))
  const graph = photoFamilyNetwork.build({ words: 0, categories: 0 }, without)
  const values = await readPackageWeights(opened, graph.parameters)
  return {
    manifest,
    mapper: new ChangeMapper(
      { values, without, encoder, calibration: manifest.calibration?.['pixel'] },
      options,
    ),
  }
}

/** @throws PackageError where there is none */
function requireDetector(folder: string, detector: string | null): string {
  if (detector === null) {
    throw new PackageError(
      'other-version',
      folder,
      'reads the features of the detector nanodet-g-416, which this build of Deltascribe lacks. Run npm ci and npm run build where the registry can be reached.',
    )
  }
  return detector
}
