import { join } from 'node:path'
import { ClickSegmenter } from '../../src/models/sam2/click-segmenter'
import { createDecoder, createEncoder, EMBEDDING_NAMES } from '../../src/models/sam2/encoder-decoder'
import type { Embedding } from '../../src/models/sam2/encoder-decoder'
import { SAM2_FILES } from '../../src/packs/catalogue'
import type { CaseOptions, OpenCase } from './case'
import { madePair, withScore } from './proposing'

const WARM_UPS = 2

/** One image counts as a pair. */
export async function openEmbedding(options: CaseOptions): Promise<OpenCase> {
  const { provider, threads, sam2 } = options
  const encoder = await createEncoder(join(sam2 ?? '', SAM2_FILES.encoder), { provider, threads })
  const { after } = madePair(options)
  let last: Embedding | null = null
  return {
    pairs: 1,
    warmUps: WARM_UPS,
    async run() {
      last = await encoder.encode(after)
    },
    answer: () => last?.[EMBEDDING_NAMES[0]].values ?? new Float32Array(),
    release: () => encoder.release(),
  }
}

/** A click on the thing that came, its embedding at hand. */
export async function openClick(options: CaseOptions): Promise<OpenCase> {
  const { provider, threads, sam2 } = options
  const encoder = await createEncoder(join(sam2 ?? '', SAM2_FILES.encoder), { provider, threads })
  const { after } = madePair(options)
  const embedding = await encoder.encode(after)
  await encoder.release()
  const decoder = await createDecoder(join(sam2 ?? '', SAM2_FILES.decoder), { provider, threads })
  const { width, height } = after
  const point = { x: (width * 7) / 12, y: (height * 13) / 30, isInside: true }
  const clicks = new ClickSegmenter()
  let last: Float32Array = new Float32Array()
  return {
    pairs: 1,
    warmUps: WARM_UPS,
    async run() {
      const { mask, quality } = await clicks.segment(decoder, embedding, {
        key: 'made',
        width,
        height,
        prompts: { points: [point], box: null, mask: null },
        changes: [],
      })
      last = withScore(quality, mask)
    },
    answer: () => last,
    release: () => decoder.release(),
  }
}
