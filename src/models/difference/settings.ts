/** The one default setting of the proposer. Grey levels are of 0 to 255. */
export interface DifferenceSettings {
  /** Threshold of plain evidence on a pair without noise, in grey levels. */
  floor: number
  /** By how much that rises for each grey level of noise, and the most it comes to. */
  noiseFactor: number
  ceiling: number
  /** A changed part has a pixel of at least this many times the threshold. */
  seedFactor: number
  /** Share of the evidence that small shifts explain, from which local shifts are searched. */
  suspectShare: number
  /** And the share from which a pair counts as misaligned. */
  explainedShare: number
  /** On a misaligned pair a changed part has this much tolerant evidence, in grey levels. */
  tolerantSeed: number
  /** And tolerant evidence that sums to that of this many pixels from black to white. */
  tolerantMass: number
  /** Half the reach of a cluster, as a share of the image's diagonal. */
  reachShare: number
  /** Smallest region, in pixels and as a share of the image's. */
  leastArea: number
  leastShare: number
}

export const DEFAULT_SETTINGS: DifferenceSettings = {
  floor: 20,
  noiseFactor: 2,
  ceiling: 40,
  seedFactor: 2.4,
  suspectShare: 0.35,
  explainedShare: 0.5,
  tolerantSeed: 60,
  tolerantMass: 6,
  reachShare: 0.003,
  leastArea: 16,
  leastShare: 1e-5,
}
