import type { ViewEncoder } from './crop-view'
import type { DetectedRegion } from './located-region'

/** An encoding with the probability that anything changed. */
export interface ChangeEncoding {
  readonly changeProbability: number
}

/** A network that detects changed regions in a view. */
export interface RegionDetector<
  Encoding extends ChangeEncoding,
  Detected extends DetectedRegion,
> extends ViewEncoder<Encoding> {
  /** Whatever the probability. */
  detect(encoding: Encoding): Promise<readonly Detected[]>
}
