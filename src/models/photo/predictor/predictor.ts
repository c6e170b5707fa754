import { openPackage, readPackageWeights } from '../../../packages/read-package'
import { PackageError } from '../../../packages/files'
import type { FamilyPredictor, ModelOptions } from '../../family'
import type { FamilyNetwork } from '../../network'
import type { ModelManifest } from '../../../packages/manifest'
import type { BatchPredictor, ModelProposer, ChangeMap, ModelProposal } from '../../model-proposer'
import { IMAGE_SIDE } from '../../layers/sizes'
import { photoFamilyNetwork } from '../network/family'
import { readEncoderWeights } from '../frozen-encoder'
import { ChangeMapper } from './change-map'
import type { Raster } from '../../../images/raster'
import { startStopwatch } from '../../../process/stopwatch'
import { alignPair, proposalFromMap, withoutAlignment } from '../../change-map/map-proposal'
import { mapChecked } from './checked-alignment'
import { FULL_SIZE, VIEWS_IN_USE } from './views'
import { mapRegions, pairProbability } from '../../change-map/regions'
import { logit } from '../../../basics/numbers'
import { message } from '../../../messages/message'

/** Regions by the network at the pair's own resolution, and captions from what is measured of them. */
class PhotoProposer {
  constructor(
    private readonly manifest: Pick<ModelManifest, 'id' | 'thresholds' | 'calibration'>,
    private readonly mapper: ChangeMapper,
  ) {}

  async propose(before: Raster, after: Raster, chosen: number | null): Promise<ModelProposal> {
    const stopwatch = startStopwatch()
    const aligned = await alignPair(before, after)
    stopwatch.lap('register')
    const { pair, map } = await mapChecked(aligned, (frame) => this.mapper.map(frame, after, VIEWS_IN_USE))
    stopwatch.lap('detect')
    const clusters = mapRegions(map, chosen ?? this.manifest.thresholds['pixel'] ?? 0.5)
    return proposalFromMap(pair, { ...this.traits(), map, clusters }, stopwatch)
  }

  /** As `ModelProposer.proposeAt`. */
  async proposeAt(before: Raster, after: Raster, map: ChangeMap, threshold: number): Promise<ModelProposal> {
    const stopwatch = startStopwatch()
    const pair = map.isUnaligned === true ? withoutAlignment(before, after) : await alignPair(before, after)
    stopwatch.lap('register')
    return proposalFromMap(pair, { ...this.traits(), map, clusters: mapRegions(map, threshold) }, stopwatch)
  }

  release(): Promise<void> {
    return this.mapper.release()
  }

  private traits(): { name: string; calibration: ModelManifest['calibration'] } {
    return { name: 'photo', calibration: this.manifest.calibration }
  }
}

/** For models of the family's network, or of another one with its inputs and outputs. */
export function photoPredictorOf(family: FamilyNetwork): FamilyPredictor {
  return {
    openProposer: (folder, options) => openProposer(folder, options, family),
    openBatchPredictor: (folder, options) => openBatchPredictor(folder, options, family),
  }
}

export const photoPredictor = photoPredictorOf(photoFamilyNetwork)

/** @throws PackageError, also where the package reads the detector's features and that is not there */
async function openProposer(
  folder: string,
  options: ModelOptions,
  family: FamilyNetwork,
): Promise<ModelProposer> {
  const { manifest, mapper } = await openMapper(folder, options, family)
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
async function openBatchPredictor(
  folder: string,
  options: ModelOptions,
  family: FamilyNetwork,
): Promise<BatchPredictor> {
  const { mapper } = await openMapper(folder, options, family)
  const side = { width: IMAGE_SIDE, height: IMAGE_SIDE }
  return {
    async predict(pairs) {
      const predictions = []
      for (const { before, after } of pairs) {
        const map = await mapper.map({ ...side, data: before }, { ...side, data: after }, FULL_SIZE)
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
  family = photoFamilyNetwork,
): Promise<{ manifest: ModelManifest; mapper: ChangeMapper }> {
  const opened = await openPackage(folder, family.name)
  const { manifest } = opened
  const { without = [] } = manifest
  const encoder = without.includes('encoder')
    ? null
    : await readEncoderWeights(requireDetector(folder, detector))
  const graph = family.build({ words: 0, categories: 0 }, without)
  const values = await readPackageWeights(opened, graph.parameters)
  return {
    manifest,
    mapper: new ChangeMapper(
      { family, values, without, encoder, calibration: manifest.calibration?.['pixel'] },
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
      message('models.detectorMissing', { path: folder, detector: 'nanodet-g-416' }),
    )
  }
  return detector
}
