import { createHash } from 'node:crypto'
import type { GraphSession } from '../../inference/sessions/graph-session'
import type { Raster } from '../../images/raster'
import { createGraphSession } from '../../inference/sessions/model-session'
import type { SessionOptions } from '../../inference/sessions/model-session'
import type { Rect } from '../../mask/bitmap'
import { areaOf, sharedArea, wholeOf } from '../../mask/rect'
import type { Detection } from '../../names/detection'
import { DEFAULT_LEAST_SCORE, leastScoreOf, RULE } from '../../names/rule'
import { detectionWindows, isCut, partAround, PART_SIDE } from './detection-windows'
import { encodeWindows, lookAgain } from './window-encoding'
import { detectorNetwork } from './network/network'
import { suppressOverlaps } from './decode-boxes'
import type { Encoding, ImageWindow } from './window-encoding'
import { readDetectorWeights } from './detector-package'

/**
 * Of the image alone, about what its name needs. Below, the mirror image would have to show much more for that name;
 * above, much less.
 */
const DOUBTFUL = { below: 0.15, above: 0.1 } as const
/** Of its box, in regions that matter: below, rule D claims no name for it. */
const LEAST_SHARE = RULE.movedShare
/** About 4 MB each: both frames of the last pairs, and the windows of a large one. */
const CACHED_ENCODINGS = 16

interface Frames<T> {
  before: T
  after: T
}

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
  /**
   * Both frames as `detect` sees them; null where neither shows a thing that regions could be named after. On the CPU that
   * is known sooner: where the after frame shows none, the before frame is looked at about the regions alone.
   * @param regions in pixels of each frame
   * @param leastScore of familiar names, 0 to 1
   */
  detectPair(
    frames: Frames<Raster>,
    regions: Frames<readonly Rect[]>,
    leastScore: number,
  ): Promise<Frames<Detection[]> | null>
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
  // a device is as fast with both frames in one run
  const openPart =
    options.provider === 'cpu'
      ? () => createGraphSession(detectorNetwork(PART_SIDE).model(values), options)
      : null
  return new NanodetDetector(session, openPart)
}

interface KeyedWindow extends ImageWindow {
  /** Of the image's content and the window. */
  readonly key: string
}

class NanodetDetector implements Detector {
  /** The most recently used last. */
  private readonly encodings = new Map<string, Encoding>()

  private part: Promise<GraphSession> | null = null

  /** @param openPart a session for inputs of `PART_SIDE`; null where it would save nothing */
  constructor(
    private readonly session: GraphSession,
    private readonly openPart: (() => Promise<GraphSession>) | null,
  ) {}

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

  async detectPair(
    { before, after }: Frames<Raster>,
    regions: Frames<readonly Rect[]>,
    leastScore: number,
  ): Promise<Frames<Detection[]> | null> {
    if (this.openPart === null) {
      await this.encodeMissing([before, after].map(wholeWindow))
    }
    const inAfter = await this.detect(after, regions.after)
    const isNamed = mayName(inAfter, regions.after, leastScore)
    if (!isNamed && !(await this.mayShow(before, regions.before, leastScore))) {
      return null
    }
    const inBefore = await this.detect(before, regions.before)
    return isNamed || mayName(inBefore, regions.before, leastScore)
      ? { before: inBefore, after: inAfter }
      : null
  }

  /** By the part of the image about the regions, if that is small; else it may. */
  private async mayShow(image: Raster, regions: readonly Rect[], leastScore: number): Promise<boolean> {
    const window = partAround(image, regions)
    if (window === null || this.openPart === null) {
      return true
    }
    this.part ??= this.openPart()
    const [{ detections }] = await encodeWindows(await this.part, [{ image, window }], PART_SIDE)
    return mayName(detections, regions, leastScore - DOUBTFUL.below)
  }

  async release(): Promise<void> {
    this.encodings.clear()
    await this.session.release()
    await (await this.part)?.release()
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
      return over >= -DOUBTFUL.below && over <= DOUBTFUL.above && isAtRegions(box, regions)
    })
  )
}

/** Whether rule D could claim one of them. */
function mayName(detections: readonly Detection[], regions: readonly Rect[], leastScore: number): boolean {
  return detections.some(
    ({ name, score, box }) => score >= leastScoreOf(name, leastScore) && isAtRegions(box, regions),
  )
}

function isAtRegions(box: Rect, regions: readonly Rect[]): boolean {
  return regions.reduce((sum, region) => sum + sharedArea(region, box), 0) >= LEAST_SHARE * areaOf(box)
}

function keyOf(content: string, { x, y, width, height }: Rect): string {
  return `${content} ${x} ${y} ${width} ${height}`
}

function wholeWindow(image: Raster): KeyedWindow {
  const window = wholeOf(image)
  return { key: keyOf(contentOf(image), window), image, window }
}

function contentOf({ width, height, data }: Raster): string {
  return createHash('sha256').update(`${width} ${height}\n`).update(data).digest('hex')
}
