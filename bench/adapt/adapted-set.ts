import { join } from 'node:path'
import { mapRegions } from '../../src/models/change-map/regions'
import type { ChangeMap } from '../../src/models/model-proposer'
import type { FrozenEncoder } from '../../src/models/photo/frozen-encoder'
import { photoFamilyNetwork } from '../../src/models/photo/network/family'
import { ChangeMapper } from '../../src/models/photo/predictor/change-map'
import type { Library } from '../../src/synth/photographs/library'
import { FOLD_PLANS } from '../accuracy/folds'
import { draftOf, SESSION } from '../accuracy/proposers'
import { countsOf } from '../accuracy/scoring'
import type { PairCounts } from '../accuracy/scoring'
import { EVALUATION_SETS } from '../accuracy/sets'
import { spread } from '../evaluation-sets'
import { adaptedWeights } from './adapt-run'
import { mapsOf, readFolderPair, fullSizeMap, storedMaps } from './folder-maps'
import type { FolderMaps, FolderPair } from './folder-maps'
import { composedSample, labelledShare, laidSample, sampleOf, selfLabelled, unchangedAlone } from './samples'
import type { PartlyLabelled } from './samples'
import { calmestThreshold, histogramOf, otsuThreshold, shareThreshold } from './thresholds'
import { readWay, writeWay } from './way-results'
import type { WayResult } from './way-results'

export interface AdaptSettings {
  /** Folder of the runs. */
  readonly out: string
  readonly limit: number
  readonly steps: number
  /** Of the model as it is. */
  readonly threshold: number
  /** What changes and general pairs are composed of. */
  readonly library: Library
  readonly weights: ReadonlyMap<string, Float32Array>
  readonly encoderWeights: ReadonlyMap<string, Float32Array>
  /** For squares of training. */
  readonly encoder: FrozenEncoder
}

/** Of the 16 samples of a step. */
const GENERAL = { self: 4, laid: 6, statistics: 0 } as const
/** Steps that means and variances follow the folder for: 12 % of the former ones are left. */
const STATISTICS_STEPS = 20
const SEEDS = { own: 5001, general: 5002, share: 5003 } as const
const SHARE_PAIRS = 60

type Learning = keyof typeof GENERAL

/** One folder, and what each way makes of its pairs. */
export class AdaptedSet {
  private opened: Promise<{ pairs: FolderPair[]; maps: FolderMaps[] }> | null = null
  /** Scores of the model as it is. */
  private before: Promise<PairCounts[]> | null = null
  private readonly isUpright: boolean

  constructor(
    private readonly name: string,
    private readonly folder: string,
    private readonly settings: AdaptSettings,
  ) {
    this.isUpright = FOLD_PLANS[name].isUpright
  }

  /** By the name of the way; several where ways need the same maps. @throws RangeError for a way that is not known */
  async results(way: string): Promise<[string, WayResult][]> {
    switch (way) {
      case 'still':
        return this.still()
      case 'self':
      case 'laid':
      case 'statistics':
        return [[way, await this.stored(way, () => this.trained(way, way, this.settings.weights))]]
      case 'self-again':
        return [[way, await this.stored(way, () => this.selfAgain())]]
      default:
        throw new RangeError(`${way} is no way to adapt`)
    }
  }

  private async still(): Promise<[string, WayResult][]> {
    const ways = ['calmest', 'otsu', 'share', 'mirrors 2', 'mirrors 4', 'relit'] as const
    const results: [string, WayResult][] = []
    for (const way of ways) {
      results.push([way, await this.stored(way, () => this.stillWay(way))])
    }
    return results
  }

  private async stillWay(way: string): Promise<WayResult> {
    const { maps } = await this.open()
    const { threshold } = this.settings
    const fullSize = maps.map((own) => own.fullSize)
    const histogram = histogramOf(fullSize)
    const at = (chosen: number): Promise<WayResult> => this.result(fullSize, chosen, chosen.toFixed(3))
    switch (way) {
      case 'calmest':
        return at(calmestThreshold(histogram))
      case 'otsu':
        return at(otsuThreshold(histogram))
      case 'share':
        return at(shareThreshold(histogram, this.usualShare()))
      case 'relit':
        return this.result(
          maps.map(({ relit }) => relit),
          threshold,
          '',
        )
      default: {
        const count = Number(way.split(' ')[1])
        return this.result(
          maps.map(({ fullSize: one, mirrored }) => mirrored.get(count) ?? one),
          threshold,
          '',
        )
      }
    }
  }

  /** Share of changed pixels in composed pairs. */
  private usualShare(): number {
    const shares = Array.from({ length: SHARE_PAIRS }, (_, index) => {
      const { mask } = composedSample(this.settings.library, SEEDS.share, index)
      return mask.reduce((sum, value) => sum + value, 0) / mask.length
    })
    return shares.reduce((sum, share) => sum + share, 0) / SHARE_PAIRS
  }

  private async selfAgain(): Promise<WayResult> {
    const weights = await this.adapted('self', 'self', this.settings.weights, await this.labelled('self'))
    const teacher = this.mapper(weights)
    const { pairs } = await this.open()
    const labelled: PartlyLabelled[] = []
    for (const pair of pairs) {
      labelled.push(selfLabelled(pair, (await mapsOf(teacher, pair, this.isUpright)).teacher))
    }
    await teacher.release()
    return this.trained('self-again', 'self', weights, labelled)
  }

  private async trained(
    run: string,
    learning: Learning,
    weights: ReadonlyMap<string, Float32Array>,
    own?: readonly PartlyLabelled[],
  ): Promise<WayResult> {
    const labelled = own ?? (await this.labelled(learning))
    const began = performance.now()
    const adapted = await this.adapted(run, learning, weights, labelled)
    const minutes = ((performance.now() - began) / 60_000).toFixed(1)
    const mapper = this.mapper(adapted)
    const maps: ChangeMap[] = []
    for (const pair of (await this.open()).pairs) {
      maps.push(await fullSizeMap(mapper, pair))
    }
    await mapper.release()
    const known = `${(100 * labelledShare(labelled)).toFixed(1)} % of pixels labelled`
    return this.result(maps, this.settings.threshold, `${known}, ${minutes} min`)
  }

  private async labelled(learning: Learning): Promise<PartlyLabelled[]> {
    const { pairs, maps } = await this.open()
    return pairs.map((pair, at) =>
      learning === 'laid' ? unchangedAlone(pair, maps[at].fullSize) : selfLabelled(pair, maps[at].teacher),
    )
  }

  private adapted(
    run: string,
    learning: Learning,
    weights: ReadonlyMap<string, Float32Array>,
    labelled: readonly PartlyLabelled[],
  ): Promise<ReadonlyMap<string, Float32Array>> {
    const { out, library, encoder, steps } = this.settings
    const general = GENERAL[learning]
    return adaptedWeights({
      folder: join(out, this.name, run),
      steps: learning === 'statistics' ? STATISTICS_STEPS : steps,
      learns: learning !== 'statistics',
      weights,
      encoder,
      sampleAt: (step, index) => {
        if (index < general) {
          return composedSample(library, SEEDS.general, step * general + index)
        }
        const seed = SEEDS.own + 1000 * step + index
        return learning === 'laid'
          ? laidSample(labelled, this.laidLibrary(labelled), seed, this.isUpright)
          : sampleOf(labelled, seed, this.isUpright)
      },
    })
  }

  /** Shapes are filled from the folder's own frames. */
  private laidLibrary(pairs: readonly PartlyLabelled[]): Library {
    const photographs = pairs.map(({ after }, at) => ({ name: String(at), image: after, seen: [] }))
    return { photographs, things: this.settings.library.things }
  }

  private mapper(values: ReadonlyMap<string, Float32Array>): ChangeMapper {
    const model = { family: photoFamilyNetwork, values, without: [], encoder: this.settings.encoderWeights }
    return new ChangeMapper(model, SESSION)
  }

  private async result(maps: readonly ChangeMap[], threshold: number, note: string): Promise<WayResult> {
    const fullSize = (await this.open()).maps.map((each) => each.fullSize)
    this.before ??= this.counts(fullSize, this.settings.threshold)
    const { measure } = EVALUATION_SETS[this.name]
    return { measure, before: await this.before, after: await this.counts(maps, threshold), note }
  }

  private async counts(maps: readonly ChangeMap[], threshold: number): Promise<PairCounts[]> {
    const { measure } = EVALUATION_SETS[this.name]
    const scored: PairCounts[] = []
    for (const [index, { labelled, aligned }] of (await this.open()).pairs.entries()) {
      const draft = draftOf(mapRegions(maps[index], threshold))
      scored.push(await countsOf(measure, labelled, draft, aligned.after))
    }
    return scored
  }

  private async stored(way: string, make: () => Promise<WayResult>): Promise<WayResult> {
    const { out } = this.settings
    const stored = readWay(out, this.name, way)
    if (stored !== null) {
      return stored
    }
    const result = await make()
    writeWay(out, this.name, way, result)
    return result
  }

  private open(): Promise<{ pairs: FolderPair[]; maps: FolderMaps[] }> {
    this.opened ??= this.readAll()
    return this.opened
  }

  private async readAll(): Promise<{ pairs: FolderPair[]; maps: FolderMaps[] }> {
    const { out, limit, weights } = this.settings
    const mapper = this.mapper(weights)
    const pairs: FolderPair[] = []
    const maps: FolderMaps[] = []
    for (const labelled of spread(await EVALUATION_SETS[this.name].pairs(this.folder), limit)) {
      const pair = await readFolderPair(labelled)
      const make = (): Promise<FolderMaps> => mapsOf(mapper, pair, this.isUpright)
      pairs.push(pair)
      maps.push(await storedMaps(join(out, this.name, 'maps'), labelled.key, pair.aligned.after, make))
    }
    await mapper.release()
    return { pairs, maps }
  }
}
