import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { failWith } from '../../contract/errors'
import type { PictureKind, PictureTile, PyramidMade } from '../../contract/picture'
import type { Frame } from '../../domain/document'
import type { Proposers } from '../proposals/proposers'
import { onProvider } from '../providers/providers'
import type { ProviderChoice } from '../providers/providers'
import type { OpenProject } from '../project/open-project'
import { PictureQueue } from './picture-queue'
import { PictureTiles } from './picture-tiles'
import type { InferenceLane } from '../lanes/inference-lane'
import { probabilitiesName, suffixOf } from '../proposals/probabilities-path'
import { browserType, exists } from './picture-files'
import type { LocatedPicture, Source, Sources } from './picture-files'
import { otherFrame, pairSources } from './pair-sources'
import { PairValues } from './pair-values'
import { getProjectMapping } from '../project/project-mapping'
import { shownMapping } from './value-mappings'
import { mappingField, mappingKey } from '../../domain/value-mapping'
import type { ValueMapping } from '../../domain/value-mapping'
import type { ValueFacts } from '../../contract/value-facts'
import { deleteReplaced } from './replaced-pictures'
import { messageIn } from '../../messages/message'

const THUMBNAIL_SIDE = 256
const MILLISECONDS = 120_000

/** Pictures of one frame alone. */
const FRAME_OF: Partial<Record<PictureKind, Frame>> = {
  before: 'before',
  after: 'after',
  'before-thumbnail': 'before',
  'after-thumbnail': 'after',
}

/**
 * Files behind picture addresses. Formats that a browser shows are served as they are; everything else is
 * made by the inference process, once, under a name that holds the sizes and times of both frames, as frames of 16 bits
 * are shown in the range of the two, and how their values are mapped.
 */
export class PictureCache {
  private readonly queue = new PictureQueue()
  private readonly pairValues: PairValues
  private readonly tiles: PictureTiles

  constructor(
    private readonly project: OpenProject,
    private readonly lane: InferenceLane,
    private readonly providers: ProviderChoice,
    private readonly proposers: Pick<Proposers, 'model'>,
    onPyramid: (progress: PyramidMade) => void = () => {},
  ) {
    this.pairValues = new PairValues(project, lane, (path, make) => this.queue.make(path, false, make))
    this.tiles = new PictureTiles(project.cacheFolder, lane, providers, this.queue, onPyramid)
  }

  /** Nothing more is made. */
  close(): void {
    this.queue.close()
  }

  /** @throws ContractError `not-found`, `bad-image`, `unavailable`, `cancelled` where the folder is closed */
  async locate(pairId: number, kind: PictureKind, tile: PictureTile | null = null): Promise<LocatedPicture> {
    const pair = this.project.store.pair(pairId)
    if (pair.problem?.code === 'outside-folder') {
      throw failWith('not-found', messageIn(pair.problem))
    }
    const sources = await pairSources(this.project.folder, pair, FRAME_OF[kind] ?? null)
    const { before, after } = sources
    const shown = shownMapping(this.project, pair)
    if (tile !== null) {
      return this.tiles.locate({ pairId, sources, shown, alignment: pair.alignment }, kind, tile)
    }
    switch (kind) {
      case 'before':
      case 'after':
        return this.display(`${pairId}-${kind}`, sources, kind, shown)
      case 'before-thumbnail':
        return this.thumbnail(pairId, sources, 'before', shown)
      case 'after-thumbnail':
        return this.thumbnail(pairId, sources, 'after', shown)
      case 'aligned':
      case 'difference':
        return this.evidence(pairId, before, after, kind, shown)
      case 'probabilities':
        return this.probabilities(pairId, before, after)
      case 'before-values':
      case 'after-values':
        return this.pairValues.preview(pairId, before, after, kind)
    }
  }

  /** @throws as `locate` */
  async values(pairId: number): Promise<ValueFacts> {
    const pair = this.project.store.pair(pairId)
    const { before, after } = await pairSources(this.project.folder, pair)
    return this.pairValues.facts(pairId, before, after)
  }

  private async display(
    name: string,
    sources: Sources,
    frame: Frame,
    shown: ValueMapping,
  ): Promise<LocatedPicture> {
    const { path } = sources[frame]
    const isWanted = shown.bands === null && !sources.areLaidOver
    const mimeType = isWanted ? await browserType(path) : null
    if (mimeType !== null) {
      return { path, mimeType }
    }
    const input = { ...pathsOf(sources), frame, ...mappingField(shown) }
    return this.made(`${name}-display-${stampsOf(sources, frame)}${suffixOf(shown)}.png`, {
      make: async (out) => {
        await this.lane.call('display', { ...input, out }, { milliseconds: MILLISECONDS })
        await deleteReplaced(`${name}-display-`, out)
      },
    })
  }

  private async thumbnail(
    pairId: number,
    sources: Sources,
    frame: Frame,
    shown: ValueMapping,
  ): Promise<LocatedPicture> {
    const stored = this.project.store.pair(pairId)
    const whole = await this.tiles.whole({ pairId, sources, shown }, frame, stored)
    const files = whole === null ? pathsOf(sources) : { before: whole, after: whole }
    // the values of a tile are mapped already
    const input = { ...files, frame, side: THUMBNAIL_SIDE, ...(whole === null ? mappingField(shown) : {}) }
    return this.made(`${pairId}-${frame}-thumbnail-${stampsOf(sources, frame)}${suffixOf(shown)}.png`, {
      isThumbnail: true,
      make: async (out) => {
        await this.lane.call('thumbnail', { ...input, out }, { milliseconds: MILLISECONDS })
      },
    })
  }

  private async evidence(
    pairId: number,
    before: Source,
    after: Source,
    kind: 'aligned' | 'difference',
    shown: ValueMapping,
  ): Promise<LocatedPicture> {
    const mapping = getProjectMapping(this.project.store.meta)
    const isShownAlike = mappingKey(mapping) === mappingKey(shown)
    // measured by the one, and the aligned frame shown by the other
    const stamp = `${before.stamp}-${after.stamp}${suffixOf(mapping)}`
    const files = {
      aligned: `${pairId}-aligned-${stamp}${isShownAlike ? '' : `-shown${suffixOf(shown)}`}.png`,
      difference: `${pairId}-difference-${stamp}.png`,
    }
    return this.made(files[kind], {
      // which provider works is tried out before, so that nothing waits for that
      before: () => this.providers.inUse(),
      make: async (out) => {
        const other = join(this.project.cacheFolder, files[kind === 'aligned' ? 'difference' : 'aligned'])
        const [outAligned, outDifference] =
          kind === 'aligned' ? [out, `${other}.part`] : [`${other}.part`, out]
        const input = {
          before: before.path,
          after: after.path,
          outAligned,
          outDifference,
          ...mappingField(mapping),
          ...(isShownAlike ? {} : { shown }),
        }
        await onProvider(this.providers, (provider) =>
          this.lane.call('evidence', { ...input, provider }, { milliseconds: MILLISECONDS }),
        )
        await rename(`${other}.part`, other)
        await deleteReplaced(`${pairId}-aligned-`, out)
        await deleteReplaced(`${pairId}-difference-`, out)
      },
    })
  }

  /** Of the model in use; written with each of its proposals, and made here where it is gone. */
  private async probabilities(pairId: number, before: Source, after: Source): Promise<LocatedPicture> {
    const { name, folder, detector = null } = this.proposers.model('threshold')
    const mapping = getProjectMapping(this.project.store.meta)
    return this.made(probabilitiesName(pairId, name, before, after, mapping), {
      before: () => this.providers.inUse(),
      make: async (out) => {
        const proposer = { name, folder, detector }
        const input = { before: before.path, after: after.path, proposer, ...mappingField(mapping) }
        await onProvider(this.providers, (provider) =>
          this.lane.call(
            'propose',
            { ...input, provider, probabilities: { out, threshold: null } },
            { milliseconds: MILLISECONDS },
          ),
        )
      },
    })
  }

  /** Askers of one file share the work. */
  private async made(name: string, { isThumbnail = false, before, make }: Making): Promise<LocatedPicture> {
    const path = join(this.project.cacheFolder, name)
    if (!(await exists(path))) {
      await before?.()
      await this.queue.make(path, isThumbnail, () => this.make(path, make))
    }
    return { path, mimeType: 'image/png' }
  }

  private async make(path: string, make: Making['make']): Promise<void> {
    // with another one, while it waited
    if (await exists(path)) {
      return
    }
    await mkdir(this.project.cacheFolder, { recursive: true })
    const temporary = `${path}.part`
    await make(temporary)
    await rename(temporary, path)
  }
}

function pathsOf({ before, after }: Sources): { before: string; after: string } {
  return { before: before.path, after: after.path }
}

/** The frame's own first. */
function stampsOf(sources: Sources, frame: Frame): string {
  return `${sources[frame].stamp}-${sources[otherFrame(frame)].stamp}`
}

interface Making {
  isThumbnail?: boolean
  /** Done before it waits for its turn. */
  before?: () => Promise<unknown>
  make: (out: string) => Promise<void>
}
