import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Raster } from '../../src/images/raster'
import { SegmentAnything } from '../../src/models/sam2/segment-anything'
import { SAM2_TINY_PACK } from '../../src/packs/catalogue'

/** Milliseconds of the processor that this process has used, over all of its threads. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Segment Anything 2 with a cache of its own that is deleted at the end, which knows what the cache spares. */
export class BenchSegmentAnything extends SegmentAnything {
  /** Milliseconds of the processor that the encoder took, by the key of the picture. */
  private readonly encoded = new Map<string, number>()
  private spared = 0

  private constructor(
    folder: string,
    private readonly embeddings: string,
  ) {
    const id = `${SAM2_TINY_PACK.id}-${SAM2_TINY_PACK.version}`
    super({ folder, id, cacheFolder: embeddings }, 'cpu', { threads: 1 })
  }

  /** @param folder of an installed pack */
  static open(folder: string): BenchSegmentAnything {
    return new BenchSegmentAnything(folder, mkdtempSync(join(tmpdir(), 'embeddings-')))
  }

  override async embed(image: Raster): ReturnType<SegmentAnything['embed']> {
    const began = processorTime()
    const embedded = await super.embed(image)
    const { key, milliseconds } = embedded
    if (milliseconds > 0) {
      this.encoded.set(key, processorTime() - began)
    } else {
      this.spared += this.encoded.get(key) ?? 0
    }
    return embedded
  }

  /** Milliseconds that the encoder would have taken since the last call, had nothing been in the cache. */
  takeSpared(): number {
    const { spared } = this
    this.spared = 0
    return spared
  }

  override async release(): Promise<void> {
    await super.release()
    rmSync(this.embeddings, { recursive: true, force: true })
  }
}
