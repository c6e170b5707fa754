import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { failWith } from '../../contract/errors'
import type { Output } from '../../contract/define'
import type { PictureKind, PictureTile, PyramidMade } from '../../contract/picture'
import type { Frame } from '../../domain/document'
import type { Homography } from '../../domain/pair'
import { mappingField } from '../../domain/value-mapping'
import type { ValueMapping } from '../../domain/value-mapping'
import type { InferenceCommands } from '../../inference/inference-contract'
import { message } from '../../messages/message'
import { finerTiles, tileRect } from '../../domain/picture-tile'
import type { Size } from '../../mask/bitmap'
import { canBeTiled } from '../proposals/propose-parts'
import { exists } from './picture-files'
import type { LocatedPicture, Sources } from './picture-files'
import { PyramidProgress } from './pyramid-progress'
import { suffixOf } from '../proposals/probabilities-path'
import { onProvider } from '../providers/providers'
import type { ProviderChoice } from '../providers/providers'
import type { PictureQueue } from './picture-queue'
import type { InferenceLane } from '../lanes/inference-lane'
import { shortDigest } from '../../process/sha256'

const MILLISECONDS = 120_000

type Levels = NonNullable<Output<InferenceCommands, 'tiledLevels'>>

/** Of a pair, for all of its tiles. */
interface TiledSources {
  pairId: number
  sources: Sources
  shown: ValueMapping
  /** Of the before frame with the after frame, as the shown proposal has it; null where nothing moved. */
  alignment?: Homography | null
}

/** What a tile shows: a frame, or the before frame as it lies in the after frame. */
type Shown = Frame | 'aligned'

/** Pictures of images that are too large to be one picture: tiles, each made when it is first seen. */
export class PictureTiles {
  private readonly levels = new Map<string, Promise<Levels | null>>()
  private readonly progress: PyramidProgress

  constructor(
    private readonly cacheFolder: string,
    private readonly lane: InferenceLane,
    private readonly providers: ProviderChoice,
    private readonly queue: PictureQueue,
    onMade: (progress: PyramidMade) => void,
  ) {
    this.progress = new PyramidProgress(onMade)
  }

  /** @throws ContractError `not-found` where there is no such tile, `bad-image`, `unavailable` */
  async locate(of: TiledSources, kind: PictureKind, tile: PictureTile): Promise<LocatedPicture> {
    const levels = await this.levelsOf(of)
    if (levels === null || tileRect(levels, tile) === null) {
      throw failWith('not-found', message('engine.noSuchTile'))
    }
    switch (kind) {
      case 'difference':
        return this.difference(of, levels, tile)
      case 'after':
      case 'aligned':
        return this.frame(of, levels, kind, tile)
      default:
        return this.frame(of, levels, 'before', tile)
    }
  }

  /** The path of the coarsest level, which is one tile; null where images are decoded whole. @throws as `locate` */
  async whole(of: TiledSources, frame: Frame, stored: Size): Promise<string | null> {
    const { before, after } = of.sources
    const isPossible = canBeTiled({ before: before.path, after: after.path }, stored)
    const levels = isPossible ? await this.levelsOf(of) : null
    if (levels === null) {
      return null
    }
    const coarsest = { level: levels.read[frame].length - 1, column: 0, row: 0 }
    return (await this.frame(of, levels, frame, coarsest)).path
  }

  private levelsOf({ sources, shown }: TiledSources): Promise<Levels | null> {
    const key = `${stampOf(sources)}${suffixOf(shown)}`
    const known = this.levels.get(key)
    if (known !== undefined) {
      return known
    }
    const asked = this.lane.call(
      'tiledLevels',
      { before: sources.before.path, after: sources.after.path, ...mappingField(shown) },
      { milliseconds: MILLISECONDS },
    )
    this.levels.set(key, asked)
    asked.catch(() => this.levels.delete(key))
    return asked
  }

  private async frame(
    of: TiledSources,
    levels: Levels,
    wanted: Shown,
    tile: PictureTile,
  ): Promise<LocatedPicture> {
    const { pairId, sources, shown, alignment = null } = of
    const isMoved = wanted === 'aligned' && alignment !== null
    const kind = wanted === 'aligned' && !isMoved ? 'before' : wanted
    const frame: Frame = kind === 'after' ? 'after' : 'before'
    const path = await this.pathOf(of, kind, tile)
    const read = levels.read[frame]
    const made = await this.made(path, async (out) => {
      const isRead = read[tile.level]
      if (!isRead) {
        await this.progress.begin(path, { pairId, frame, size: levels, read })
      }
      const finer = isRead
        ? null
        : await Promise.all(finerTiles(levels, tile).map((one) => this.frame(of, levels, kind, one)))
      const request = {
        before: sources.before.path,
        after: sources.after.path,
        ...mappingField(shown),
        frame,
        tile,
        finer: finer?.map((one) => one.path) ?? null,
        ...(isMoved ? { alignment } : {}),
        out,
      }
      return () => this.lane.call('tile', request, { milliseconds: MILLISECONDS })
    })
    await this.progress.record(path)
    return made
  }

  /** Measured on the pictures of the tile: what is seen of it. */
  private async difference(of: TiledSources, levels: Levels, tile: PictureTile): Promise<LocatedPicture> {
    const path = await this.pathOf(of, 'difference', tile)
    return this.made(path, async (out) => {
      const before = await this.frame(of, levels, 'aligned', tile)
      const after = await this.frame(of, levels, 'after', tile)
      await this.providers.inUse()
      const outAligned = `${out}.aligned`
      return async () => {
        const input = { before: before.path, after: after.path, outDifference: out, outAligned }
        await onProvider(this.providers, (provider) =>
          this.lane.call('evidence', { ...input, provider }, { milliseconds: MILLISECONDS }),
        )
        await rm(outAligned, { force: true })
      }
    })
  }

  /** A folder for each state of the files, alignment and kind of picture; those of former states are deleted. */
  private async pathOf(
    { pairId, sources, shown, alignment = null }: TiledSources,
    kind: Shown | 'difference',
    { level, column, row }: PictureTile,
  ): Promise<string> {
    const prefix = `${pairId}-${kind}-tiles-`
    const isByAlignment = alignment !== null && (kind === 'aligned' || kind === 'difference')
    const name = `${prefix}${stampOf(sources)}${suffixOf(shown)}${isByAlignment ? `-${digestOf(alignment)}` : ''}`
    const folder = join(this.cacheFolder, name)
    if (!(await exists(folder))) {
      await mkdir(folder, { recursive: true })
      const names = await readdir(this.cacheFolder)
      const former = names.filter((one) => one.startsWith(prefix) && one !== name)
      await Promise.all(
        former.map((one) => rm(join(this.cacheFolder, one), { recursive: true, force: true })),
      )
    }
    return join(folder, `${level}-${column}-${row}.png`)
  }

  /** Askers of one file share the work. @param prepare makes what it needs, before it waits for its turn */
  private async made(
    path: string,
    prepare: (out: string) => Promise<() => Promise<unknown>>,
  ): Promise<LocatedPicture> {
    if (!(await exists(path))) {
      const temporary = `${path}.part`
      const make = await prepare(temporary)
      await this.queue.make(path, false, async () => {
        // with another one, while it waited
        if (!(await exists(path))) {
          await make()
          await rename(temporary, path)
        }
      })
    }
    return { path, mimeType: 'image/png' }
  }
}

function stampOf({ before, after }: Sources): string {
  return `${before.stamp}-${after.stamp}`
}

function digestOf(alignment: Homography): string {
  return shortDigest(JSON.stringify(alignment), 12)
}
