import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { writeAtomically } from '../../dataset/atomic'
import { parseSafetensors, SafetensorsError, writeSafetensors } from '../../graph/safetensors'
import type { Raster } from '../../images/raster'
import { EMBEDDING_NAMES } from './encoder'
import type { Embedding } from './encoder'

/** 8 MB an image at half precision. */
export const DEFAULT_CACHE_BYTES = 2 * 2 ** 30

const SUFFIX = '.safetensors'

/**
 * Embeddings on the disk, under the hash of the pixels that they were made from and of the model that made
 * them. Over `maxBytes` those that were not used for longest go. Everything in it can be deleted at any time.
 */
export class EmbeddingCache {
  private readonly folder: string
  private readonly maxBytes: number

  constructor(folder: string, maxBytes = DEFAULT_CACHE_BYTES) {
    this.folder = folder
    this.maxBytes = maxBytes
  }

  /** Null where there is none, or none that can be read. */
  async read(key: string): Promise<Embedding | null> {
    const path = this.pathOf(key)
    try {
      const { tensors } = parseSafetensors(await readFile(path), path)
      const [image_embed, high_res_feats_0, high_res_feats_1] = EMBEDDING_NAMES.map((name) =>
        tensors.get(name),
      )
      if (image_embed === undefined || high_res_feats_0 === undefined || high_res_feats_1 === undefined) {
        return null
      }
      const now = new Date()
      await utimes(path, now, now)
      return { image_embed, high_res_feats_0, high_res_feats_1 }
    } catch (error) {
      if (error instanceof SafetensorsError) {
        await rm(path, { force: true })
      }
      return null
    }
  }

  /** @throws the system's error, for example where the disk is full; RangeError beyond float16; nothing is left behind */
  async write(key: string, embedding: Embedding): Promise<void> {
    await mkdir(this.folder, { recursive: true })
    const tensors = new Map(EMBEDDING_NAMES.map((name) => [name, embedding[name]]))
    const bytes = writeSafetensors(tensors, { precision: 'F16' })
    await this.makeRoom(bytes.length)
    await writeAtomically(this.pathOf(key), bytes)
  }

  private async makeRoom(needed: number): Promise<void> {
    const files = await Promise.all(
      (await readdir(this.folder)).map((name) => describe(join(this.folder, name))),
    )
    const oldestFirst = files.filter((file) => file !== null).sort((a, b) => a.usedAt - b.usedAt)
    let total = oldestFirst.reduce((sum, { bytes }) => sum + bytes, needed)
    for (const { path, bytes } of oldestFirst) {
      if (total <= this.maxBytes) {
        return
      }
      await rm(path, { force: true })
      total -= bytes
    }
  }

  private pathOf(key: string): string {
    return join(this.folder, `${key}${SUFFIX}`)
  }
}

async function describe(path: string): Promise<{ path: string; bytes: number; usedAt: number } | null> {
  try {
    const { size, mtimeMs } = await stat(path)
    return path.endsWith(SUFFIX) ? { path, bytes: size, usedAt: mtimeMs } : null
  } catch {
    return null // another process took it away
  }
}

/** @param modelId separates the models whose embeddings lie in one folder */
export function embeddingKey(image: Raster, modelId: string): string {
  const size = `${modelId} ${image.width} ${image.height}\n`
  return createHash('sha256').update(size).update(image.data).digest('hex')
}
