import { createHash } from 'node:crypto'
import type { GraphSession } from '../../inference/sessions/graph-session'
import type { Raster } from '../../images/raster'
import { createGraphSession } from '../../inference/sessions/model-session'
import type { SessionOptions } from '../../inference/sessions/model-session'
import type { Rect } from '../../mask/bitmap'
import { areaOf, sharedArea } from '../../mask/measures'
import type { Detection } from '../../names/detection'
import { DEFAULT_LEAST_SCORE, leastScoreOf } from '../../names/rule'
import { detectionWindows, isCut, encodeWindows, lookAgain } from './window-encoding'
import { detectorNetwork } from './network/network'
import { suppressOverlaps } from './decode-boxes'
import type { Encoding, ImageWindow } from './window-encoding'
import { join } from 'node:path'
import { z } from 'zod'
import type { Parameter } from '../../graph'
import { MANIFEST_FILE, parseJson, readLimited, SIZE_LIMITS, damaged, wrongField } from '../../packages/files'
import { sha256Schema, weightsSchema } from '../../packages/manifest'
import { readPackageWeights } from '../../packages/read-package'

/**
 * Of the image alone, about what its name needs. Below, the mirror image would have to show much more for that name;
 * above, much less.
 */
const DOUBTFUL = { below: 0.15, above: 0.1 } as const
/** Of its box, in regions that matter: below, rule D claims no name for it. */
const DOUBTFUL_SHARE = 0.2
/** About 5 MB each: both frames of the last pairs, and the windows of a large one. */
const CACHED_ENCODINGS = 16

/**
 * NanoDet-g on images of any size. One call at a time. Encodings of the last images are in memory, by content.
 */
export interface Detector {
  /**
   * Things in the image, best first, scores from `LEAST_SCORE` on. Where one may matter, the scores are the mean of
   * what the image and its mirror image show.
   * @param regions boxes that matter, in pixels of this image; a large image is searched in windows about them too
   */
  detect(image: Raster, regions?: readonly Rect[]): Promise<Detection[]>
  /** Detections and features of a window, by default the whole image. */
  encode(image: Raster, window?: Rect): Promise<Encoding>
  /** Encodes whole images in one run, for the calls that follow. */
  encodeAll(images: readonly Raster[]): Promise<void>
  release(): Promise<void>
}

/**
 * @param folder the detector's package
 * @throws PackageError for what lies in the package, else Error in ONNX Runtime's words
 */
export async function createDetector(folder: string, options: SessionOptions): Promise<Detector> {
  const network = detectorNetwork()
  const values = await readDetectorWeights(folder, network.parameters)
  const session = await createGraphSession(network.model(values), options)
  return new NanodetDetector(session)
}

interface KeyedWindow extends ImageWindow {
  /** Of the image's content and the window. */
  readonly key: string
}

class NanodetDetector implements Detector {
  /** The most recently used last. */
  private readonly encodings = new Map<string, Encoding>()

  constructor(private readonly session: GraphSession) {}

  async detect(image: Raster, regions?: readonly Rect[]): Promise<Detection[]> {
    const content = contentOf(image)
    const windows = [wholeOf(image), ...detectionWindows(image, regions ?? [])]
    const keyed = windows.map((window) => ({ key: keyOf(content, window), image, window }))
    const encodings = await this.encodeMissing(keyed)
    const matters = regions ?? [wholeOf(image)]
    const doubtful = encodings.flatMap((encoding, index) => (isDoubtful(encoding, matters) ? [index] : []))
    const surer = await lookAgain(
      this.session,
      doubtful.map((index) => encodings[index]),
    )
    for (const [at, index] of doubtful.entries()) {
      encodings[index] = surer[at]
      this.cache(keyed[index].key, surer[at])
    }
    const found = encodings.flatMap(({ detections }, index) =>
      index === 0 ? detections : detections.filter(({ box }) => !isCut(box, windows[index], image)),
    )
    return suppressOverlaps(found)
  }

  async encode(image: Raster, window: Rect = wholeOf(image)): Promise<Encoding> {
    const [encoding] = await this.encodeMissing([{ key: keyOf(contentOf(image), window), image, window }])
    return encoding
  }

  async encodeAll(images: readonly Raster[]): Promise<void> {
    await this.encodeMissing(
      images.map((image) => ({
        key: keyOf(contentOf(image), wholeOf(image)),
        image,
        window: wholeOf(image),
      })),
    )
  }

  async release(): Promise<void> {
    this.encodings.clear()
    await this.session.release()
  }

  /** In the order of `windows`; what is not in memory in one run. */
  private async encodeMissing(windows: readonly KeyedWindow[]): Promise<Encoding[]> {
    const cached = new Map(windows.map(({ key }) => [key, this.encodings.get(key)]))
    const missing = windows.filter(({ key }) => cached.get(key) === undefined)
    const made = await encodeWindows(this.session, missing)
    missing.forEach(({ key }, index) => cached.set(key, made[index]))
    return windows.map(({ key }) => {
      const encoding = cached.get(key)!
      this.cache(key, encoding)
      return encoding
    })
  }

  private cache(key: string, encoding: Encoding): void {
    this.encodings.delete(key)
    this.encodings.set(key, encoding)
    if (this.encodings.size > CACHED_ENCODINGS) {
      const [oldest] = this.encodings.keys()
      this.encodings.delete(oldest)
    }
  }
}

/** Whether the mirror image may decide about a name: something is seen of which enough may have changed. */
function isDoubtful({ detections, raw }: Encoding, regions: readonly Rect[]): boolean {
  return (
    raw !== null &&
    detections.some(({ name, score, box }) => {
      const over = score - leastScoreOf(name, DEFAULT_LEAST_SCORE)
      return (
        over >= -DOUBTFUL.below &&
        over <= DOUBTFUL.above &&
        regions.reduce((sum, region) => sum + sharedArea(region, box), 0) >= DOUBTFUL_SHARE * areaOf(box)
      )
    })
  )
}

function keyOf(content: string, { x, y, width, height }: Rect): string {
  return `${content} ${x} ${y} ${width} ${height}`
}

function wholeOf({ width, height }: Raster): Rect {
  return { x: 0, y: 0, width, height }
}

function contentOf({ width, height, data }: Raster): string {
  return createHash('sha256').update(`${width} ${height}\n`).update(data).digest('hex')
}

/** `model.json` of the detector's package, which `npm run build` makes (build/detector). It is of no family. */
const manifestSchema = z.object({
  format: z.literal(1),
  id: z.literal('nanodet-g-416'),
  version: z.string().min(1).max(40),
  weights: weightsSchema,
  source: z.object({
    package: z.string(),
    version: z.string(),
    /** SHA-256 of each file that the weights come from. */
    files: z.record(z.string(), sha256Schema),
    upstream: z.string(),
    licence: z.string(),
  }),
})
export type DetectorManifest = z.infer<typeof manifestSchema>

export const DETECTOR_ID = 'nanodet-g-416'

/** @throws PackageError */
export async function readDetectorManifest(folder: string): Promise<DetectorManifest> {
  const path = join(folder, MANIFEST_FILE)
  const json = parseJson(path, await readLimited(path, SIZE_LIMITS[MANIFEST_FILE]))
  const parsed = manifestSchema.safeParse(json)
  if (!parsed.success) {
    const [{ path: at, message: reason }] = parsed.error.issues
    throw damaged(path, wrongField(at.join('.'), reason))
  }
  return parsed.data
}

/** The values of every parameter, float32. @throws PackageError */
export async function readDetectorWeights(
  folder: string,
  parameters: readonly Parameter[],
): Promise<Map<string, Float32Array>> {
  const manifest = await readDetectorManifest(folder)
  return readPackageWeights({ folder, manifest }, parameters)
}
