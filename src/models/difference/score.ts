import type { Measurement } from './measure-cluster'
import { clamp } from '../../domain/numbers'

/** How far a region stands out of the noise: 0 at half the threshold, 0.86 at three times. */
export function regionScore({ strength }: Measurement, threshold: number): number {
  return clamp(1 - Math.exp(-(strength / threshold - 0.5) / 1.25), 1)
}

/** That anything changed at all: rises with the area that changed and with how clearly it did. */
export function pairScore(measurements: readonly Measurement[], threshold: number): number {
  const mass = measurements.reduce(
    (sum, measurement) => sum + Math.sqrt(measurement.share) * regionScore(measurement, threshold),
    0,
  )
  return clamp(1 - Math.exp(-10 * mass), 1)
}

/** The same for a view that moved, from how much of a colour is in one image alone (`ColourMatch`). */
export function movedScore(strength: number): number {
  return clamp(1 - Math.exp(-strength / 40), 1)
}
