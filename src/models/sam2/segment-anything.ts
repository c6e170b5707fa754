import { join } from 'node:path'
import { ContractError, failWith, messageOf } from '../../contract/errors'
import type { ProviderName } from '../../contract/proposal'
import type { SessionRuntime } from '../../inference/sessions/model-session'
import type { Raster } from '../../images/raster'
import { SAM2_FILES } from '../../packs/catalogue'
import { createDecoder, createEncoder, EMBEDDING_NAMES } from './encoder-decoder'
import type { Sam2Decoder, Embedding, Sam2Encoder } from './encoder-decoder'
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat, utimes } from 'node:fs/promises'
import { writeAtomically } from '../../dataset/atomic'
import { parseSafetensors, SafetensorsError, writeSafetensors } from '../../graph/safetensors'
import { message, messageTextOf } from '../../messages/message'

/** The folder of a model's files, and the id of its embeddings. */
export interface ModelLocation {
  folder: string
  /** For example `sam2-tiny-1`. */
  id: string
  cacheFolder: string
}

interface Embedded {
  key: string
  embedding: Embedding
  /** Of the encoder alone; 0 where the cache had it. */
  milliseconds: number
  /** Why it could not be put on the disk, where other processes would find it; null where it was. */
  storeProblem: string | null
}

/** A user waits for a mask: one thread of an EPYC takes 105 ms for it, two take 75. */
const LEAST_DECODER_THREADS = 2

/** 16 MB each: both frames of the open pair and of the one before. */
const IN_MEMORY = 4

/** The models of one place on one provider, opened when first needed, and the embeddings that were used last. */
export class SegmentAnything {
  private readonly location: ModelLocation
  private readonly provider: ProviderName
  private readonly runtime: SessionRuntime
  private readonly cache: EmbeddingCache
  private readonly recent = new Map<string, Embedding>()
  private encoder: Sam2Encoder | null = null
  private opened: Sam2Decoder | null = null

  constructor(location: ModelLocation, provider: ProviderName, runtime: SessionRuntime) {
    this.location = location
    this.provider = provider
    this.runtime = runtime
    this.cache = new EmbeddingCache(location.cacheFolder)
  }

  isFor({ folder, id, cacheFolder }: ModelLocation, provider: ProviderName): boolean {
    const { location } = this
    const isSameModel =
      location.folder === folder && location.id === id && location.cacheFolder === cacheFolder
    return isSameModel && this.provider === provider
  }

  /** @throws ContractError `unavailable`, as its methods do */
  async decoder(): Promise<Sam2Decoder> {
    const { provider } = this
    const threads = Math.max(LEAST_DECODER_THREADS, this.runtime.threads)
    const decoder = await this.withContractErrors(async () => {
      this.opened ??= await createDecoder(join(this.location.folder, SAM2_FILES.decoder), {
        ...this.runtime,
        provider,
        threads,
      })
      return this.opened
    })
    return { ...decoder, decode: (...prompts) => this.withContractErrors(() => decoder.decode(...prompts)) }
  }

  /** From memory, the disk, or the encoder. @throws ContractError `unavailable` */
  async embed(image: Raster): Promise<Embedded> {
    const key = embeddingKey(image, this.location.id)
    const cached = await this.cachedEmbedding(key)
    if (cached !== null) {
      return { key, embedding: cached, milliseconds: 0, storeProblem: null }
    }
    const { provider, runtime } = this
    const encoder = await this.withContractErrors(async () => {
      this.encoder ??= await createEncoder(join(this.location.folder, SAM2_FILES.encoder), {
        provider,
        ...runtime,
      })
      return this.encoder
    })
    const started = performance.now()
    const embedding = await this.withContractErrors(() => encoder.encode(image))
    const milliseconds = performance.now() - started
    this.remember(key, embedding)
    const storeProblem = await this.cache.write(key, embedding).then(
      () => null,
      (error: unknown) => messageOf(error),
    )
    return { key, embedding, milliseconds, storeProblem }
  }

  /** Null where it was never made, or is gone from the cache. */
  async cachedEmbedding(key: string): Promise<Embedding | null> {
    const embedding = this.recent.get(key) ?? (await this.cache.read(key))
    if (embedding !== null) {
      this.remember(key, embedding)
    }
    return embedding
  }

  /** Later calls open the models again. Never throws. */
  async release(): Promise<void> {
    const models = [this.encoder, this.opened]
    this.encoder = null
    this.opened = null
    for (const model of models) {
      await model?.release().catch((error: unknown) => console.error(`${this.location.id}:`, error))
    }
  }

  private remember(key: string, embedding: Embedding): void {
    this.recent.delete(key)
    this.recent.set(key, embedding)
    if (this.recent.size > IN_MEMORY) {
      const [oldest] = this.recent.keys()
      this.recent.delete(oldest)
    }
  }

  /** Off the CPU, what fails may have lost its device: the next one is opened on a new one. */
  private async withContractErrors<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (this.provider !== 'cpu') {
        await this.release()
      }
      if (error instanceof ContractError) {
        throw error
      }
      const reason = messageTextOf(error)
      throw failWith('unavailable', message('models.segmentFailed', { provider: this.provider, reason }))
    }
  }
}

/**
 * Opens both models of a folder and checks their inputs and outputs. Runs in a process that is discarded, with a
 * time limit outside.
 * @throws ModelInterfaceError, or Error in ONNX Runtime's words
 */
export async function openModel(folder: string): Promise<void> {
  const options = { provider: 'cpu', threads: 1 } as const
  const decoder = await createDecoder(join(folder, SAM2_FILES.decoder), options)
  await decoder.release()
  const encoder = await createEncoder(join(folder, SAM2_FILES.encoder), options)
  await encoder.release()
}

/** 8 MB an image at half precision. */
const DEFAULT_CACHE_BYTES = 2 * 2 ** 30

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
