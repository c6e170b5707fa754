import pLimit from 'p-limit'
import { DEFAULT_MAPPING, mappingKey } from '../domain/value-mapping'
import type { ValueMapping } from '../domain/value-mapping'
import { overlayKey } from '../frames/common-grid'
import type { FrameFiles } from '../frames/common-grid'
import { fileIdentity } from '../images/file-identity'
import { openTiledPair } from './tiled-pair'
import type { TiledPair } from './tiled-pair'

/** Keeps the last pair of large images open: parts of it are asked for one after the other. */
export class TiledPairCache {
  private open: { key: string; pair: TiledPair } | null = null
  private readonly oneAtATime = pLimit(1)

  /**
   * @param work the key names both files with their sizes and times, the mapping of their values, and their common grid
   * @throws ImageError, errors of `work`
   */
  use<T>(
    files: FrameFiles,
    mapping: ValueMapping | undefined,
    work: (pair: TiledPair, key: string) => Promise<T>,
  ): Promise<T> {
    return this.oneAtATime(async () => {
      const { pair, key } = await this.pairOf(files, mapping ?? DEFAULT_MAPPING)
      return work(pair, key)
    })
  }

  private async pairOf(files: FrameFiles, mapping: ValueMapping): Promise<{ key: string; pair: TiledPair }> {
    const paths = [await fileIdentity(files.before), await fileIdentity(files.after)]
    // files beside the images say where these lie
    const key = [...paths, mappingKey(mapping), await overlayKey(files)].join('\n')
    if (this.open?.key !== key) {
      const old = this.open
      this.open = null
      await old?.pair.close()
      this.open = { key, pair: await openTiledPair(files, mapping) }
    }
    return this.open
  }
}
