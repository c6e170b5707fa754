import { mkdir, open, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { failWith } from '../contract/errors'
import type { PictureKind } from '../contract/picture'
import { resolveInside } from '../dataset/inside'
import type { Proposers } from './proposers'
import { onProvider } from './providers'
import type { ProviderChoice } from './providers'
import type { OpenProject } from './open-project'
import { PictureQueue } from './picture-queue'
import type { WorkerLane } from './worker-lane'
import { message, messageTextOf, messageIn } from '../messages/message'

export interface LocatedPicture {
  /** Absolute; inside the project's folder or its cache. */
  path: string
  mimeType: string
}

const THUMBNAIL_SIDE = 256
const MILLISECONDS = 120_000

/**
 * Files behind picture addresses. Formats that a browser shows are served as they are; everything else is
 * made by the inference process, once, under a name that holds the sizes and times of both frames: frames of 16 bits
 * are shown in the range of the two.
 */
export class PictureCache {
  private readonly queue = new PictureQueue()

  constructor(
    private readonly project: OpenProject,
    private readonly lane: WorkerLane,
    private readonly providers: ProviderChoice,
    private readonly proposers: Pick<Proposers, 'model'>,
  ) {}

  /** Nothing more is made. */
  close(): void {
    this.queue.close()
  }

  /** @throws ContractError `not-found`, `bad-image`, `unavailable`, `cancelled` where the folder is closed */
  async locate(pairId: number, kind: PictureKind): Promise<LocatedPicture> {
    const pair = this.project.store.pair(pairId)
    if (pair.problem?.code === 'outside-folder') {
      throw failWith('not-found', messageIn(pair.problem))
    }
    const before = await this.source(pair.before)
    const after = await this.source(pair.after)
    switch (kind) {
      case 'before':
        return this.display(`${pairId}-before`, before, after)
      case 'after':
        return this.display(`${pairId}-after`, after, before)
      case 'before-thumbnail':
        return this.thumbnail(`${pairId}-before`, before, after)
      case 'after-thumbnail':
        return this.thumbnail(`${pairId}-after`, after, before)
      case 'aligned':
      case 'difference':
        return this.evidence(pairId, before, after, kind)
      case 'probabilities':
        return this.probabilities(pairId, before, after)
    }
  }

  private async source(relative: string): Promise<Source> {
    try {
      return await sourceAt(await resolveInside(this.project.folder, relative))
    } catch (error) {
      throw failWith('not-found', message('joining.about', { what: relative, text: messageTextOf(error) }))
    }
  }

  private async display(name: string, source: Source, partner: Source): Promise<LocatedPicture> {
    const mimeType = await browserType(source.path)
    if (mimeType !== null) {
      return { path: source.path, mimeType }
    }
    return this.made(`${name}-display-${source.stamp}-${partner.stamp}.png`, {
      make: async (out) => {
        await this.lane.call(
          'display',
          { source: source.path, partner: partner.path, out },
          { milliseconds: MILLISECONDS },
        )
      },
    })
  }

  private thumbnail(name: string, source: Source, partner: Source): Promise<LocatedPicture> {
    return this.made(`${name}-thumbnail-${source.stamp}-${partner.stamp}.png`, {
      isThumbnail: true,
      make: async (out) => {
        await this.lane.call(
          'thumbnail',
          { source: source.path, partner: partner.path, out, side: THUMBNAIL_SIDE },
          { milliseconds: MILLISECONDS },
        )
      },
    })
  }

  private async evidence(
    pairId: number,
    before: Source,
    after: Source,
    kind: 'aligned' | 'difference',
  ): Promise<LocatedPicture> {
    const stamp = `${before.stamp}-${after.stamp}`
    const files = {
      aligned: `${pairId}-aligned-${stamp}.png`,
      difference: `${pairId}-difference-${stamp}.png`,
    }
    return this.made(files[kind], {
      // which provider works is tried out before, so that nothing waits for that
      before: () => this.providers.inUse(),
      make: async (out) => {
        const other = join(this.project.cacheFolder, files[kind === 'aligned' ? 'difference' : 'aligned'])
        const [outAligned, outDifference] =
          kind === 'aligned' ? [out, `${other}.part`] : [`${other}.part`, out]
        const input = { before: before.path, after: after.path, outAligned, outDifference }
        await onProvider(this.providers, (provider) =>
          this.lane.call('evidence', { ...input, provider }, { milliseconds: MILLISECONDS }),
        )
        await rename(`${other}.part`, other)
      },
    })
  }

  /** Of the model in use; written with each of its proposals, and made here where it is gone. */
  private async probabilities(pairId: number, before: Source, after: Source): Promise<LocatedPicture> {
    const { name, folder, detector = null } = this.proposers.model('threshold')
    return this.made(probabilitiesName(pairId, name, before, after), {
      before: () => this.providers.inUse(),
      make: async (out) => {
        const input = { before: before.path, after: after.path, proposer: { name, folder, detector } }
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

/** The file of the probabilities that a proposer gave to the pixels of two files. */
function probabilitiesName(pairId: number, proposer: string, before: Source, after: Source): string {
  return `${pairId}-probabilities-${proposer}-${before.stamp}-${after.stamp}.png`
}

/** Where a proposal's probabilities are to be written; null where nothing can be. */
export async function probabilitiesPath(
  { cacheFolder }: OpenProject,
  pairId: number,
  proposer: string,
  frames: { before: string; after: string },
): Promise<string | null> {
  try {
    await mkdir(cacheFolder, { recursive: true })
    const [before, after] = [await sourceAt(frames.before), await sourceAt(frames.after)]
    return join(cacheFolder, probabilitiesName(pairId, proposer, before, after))
  } catch {
    return null
  }
}

async function sourceAt(path: string): Promise<Source> {
  const { mtimeMs, size } = await stat(path)
  return { path, stamp: `${Math.round(mtimeMs)}-${size}` }
}

interface Making {
  isThumbnail?: boolean
  /** Done before it waits for its turn. */
  before?: () => Promise<unknown>
  make: (out: string) => Promise<void>
}

interface Source {
  path: string
  /** Changes when the file does. */
  stamp: string
}

export async function exists(path: string): Promise<boolean> {
  try {
    await stat(path)
    return true
  } catch {
    return false
  }
}

const SIGNATURES: readonly { type: string; bytes: readonly number[]; offset: number }[] = [
  { type: 'image/png', bytes: [0x89, 0x50, 0x4e, 0x47], offset: 0 },
  { type: 'image/jpeg', bytes: [0xff, 0xd8, 0xff], offset: 0 },
  { type: 'image/webp', bytes: [0x57, 0x45, 0x42, 0x50], offset: 8 },
  { type: 'image/bmp', bytes: [0x42, 0x4d], offset: 0 },
]

const HEADER_BYTES = 25
/** A PNG's bits a sample; its header is always the first chunk. */
const PNG_DEPTH_OFFSET = 24

/**
 * The type of a file that Chromium shows by itself, by its first bytes; null for all else. PNGs of 16 bits
 * count as else: the screen needs both frames of a pair brought to one range.
 */
async function browserType(path: string): Promise<string | null> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(new Uint8Array(HEADER_BYTES), 0, HEADER_BYTES, 0)
    const found = SIGNATURES.find(({ bytes, offset }) =>
      bytes.every((byte, i) => buffer[offset + i] === byte),
    )
    return found?.type === 'image/png' && buffer[PNG_DEPTH_OFFSET] === 16 ? null : (found?.type ?? null)
  } finally {
    await file.close()
  }
}
