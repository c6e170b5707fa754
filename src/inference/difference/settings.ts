/** The one default setting of the proposer. Grey levels are of 0 to 255. */
export interface DifferenceSettings {
  /** Evidence that a changed pixel has at least, on a pair without noise, in grey levels. */
  floor: number
  /** How many grey levels the threshold rises for each grey level of noise. */
  noiseFactor: number
  /** A region has a pixel of at least this many times the threshold. */
  seedFactor: number
  /** Share of the plain evidence on edges that small shifts explain, from which a pair counts as misaligned. */
  misalignedShare: number
  /** On a misaligned pair: threshold of the tolerant evidence, in grey levels. */
  tolerantSeed: number
  /** Half the reach of a cluster, as a share of the image's diagonal. */
  reachShare: number
  /** Smallest region, as a share of the image's pixels, and in pixels. */
  leastShare: number
  leastArea: number
}

export const defaultSettings: DifferenceSettings = {
  floor: 15,
  noiseFactor: 2,
  seedFactor: 2,
  misalignedShare: 0.5,
  tolerantSeed: 100,
  reachShare: 0.003,
  leastShare: 1e-5,
  leastArea: 12,
}
