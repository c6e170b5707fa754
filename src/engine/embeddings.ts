import type { Frame } from '../domain/document'
import { imageStat } from '../images/file-identity'
import { ContractError, failWith } from '../contract/errors'
import { SEGMENT_PACK_ID } from '../contract/models'
import type { ProcessHost } from '../process/process-host'
import { framePathsOf } from './pictures/value-mappings'
import { DEFAULT_MAPPING, mappingField, mappingKey } from '../domain/value-mapping'
import type { Input } from '../contract/define'
import { overlayKey } from '../frames/common-grid'
import type { InferenceCommands } from '../inference/inference-contract'
import type { ModelPacks } from './models/model-packs'
import { onProvider } from './providers/providers'
import type { ProviderChoice } from './providers/providers'

import type { OpenProject } from './project/open-project'
import type { OutlinePack } from './proposals/proposers'
import { InferenceLane } from './lanes/inference-lane'
import { message } from '../messages/message'
import type { MessageText } from '../messages/message'

/** Of one image, in the cache on the disk. */
export interface Embedding {
  key: string
  width: number
  height: number
  /** That the encoder took; 0 where the embedding was there. */
  milliseconds: number
}

export interface ModelLocation {
  folder: string
  id: string
  cacheFolder: string
}

/** An image's encoder runs seconds on a slow CPU, and minutes on a driver that hangs. */
const EMBED_MILLISECONDS = 180_000

/** The embeddings of images, made in a process of their own and kept on the disk. */
export class Embeddings {
  private readonly lane: InferenceLane
  /** Of an image file, beside its partner, as both are on the disk now. */
  private readonly made = new Map<string, Promise<Embedding>>()

  constructor(
    host: ProcessHost,
    private readonly packs: ModelPacks,
    private readonly providers: ProviderChoice,
    readonly cacheFolder: string,
  ) {
    this.lane = new InferenceLane(host)
  }

  /** For the proposer with outlines. */
  async outlines(): Promise<OutlinePack> {
    try {
      return (
        (await this.installed()) ?? { reason: message('proposals.packMissing', { pack: SEGMENT_PACK_ID }) }
      )
    } catch (error) {
      if (error instanceof ContractError) {
        return { reason: error.text }
      }
      throw error
    }
  }

  /** @throws ContractError `unavailable` without the model pack, or where its files were swapped */
  async model(): Promise<ModelLocation> {
    const location = await this.installed()
    if (location === null) {
      throw failWith('unavailable', message('proposals.packNeeded', { pack: SEGMENT_PACK_ID }))
    }
    return location
  }

  private async installed(): Promise<ModelLocation | null> {
    const pack = await this.packs.find(SEGMENT_PACK_ID)
    return pack === null ? null : { ...pack, cacheFolder: this.cacheFolder }
  }

  /** Two askers of one image share the work; a failure is not remembered. */
  async of(project: OpenProject, pairId: number, frame: Frame): Promise<Embedding> {
    const pair = project.store.pair(pairId)
    const { mapping = DEFAULT_MAPPING, ...paths } = await framePathsOf(project, pair)
    const model = await this.model()
    // frames of 16 bits are seen in the range of the two
    const files = [frame, await stampOf(paths.before), await stampOf(paths.after), await overlayKey(paths)]
    const name = [model.id, ...files, mappingKey(mapping)].join(' ')
    const earlier = this.made.get(name)
    if (earlier !== undefined) {
      return { ...(await earlier), milliseconds: 0 }
    }
    const work = this.make({ ...paths, frame, model, ...mappingField(mapping) })
    this.made.set(name, work)
    work.catch(() => this.made.delete(name))
    return work
  }

  private make(image: Omit<Input<InferenceCommands, 'embed'>, 'provider'>): Promise<Embedding> {
    return onProvider(this.providers, (provider) =>
      this.lane.call('embed', { ...image, provider }, { milliseconds: EMBED_MILLISECONDS }),
    )
  }

  forget(): void {
    this.made.clear()
  }

  /** Ends the process, which then holds no file of the model. */
  kill(reason: MessageText): void {
    this.lane.kill(reason)
  }

  dispose(): void {
    this.lane.dispose()
  }
}

/** Changes when the file does. */
async function stampOf(path: string): Promise<string> {
  const { mtimeMs, size } = await imageStat(path)
  return [path, mtimeMs, size].join(' ')
}
