/** The one default setting of `difference+sam2`, beyond that of the difference proposer. */
export interface OutlineSettings {
  /** Number of clusters that are refined, the largest; each costs the decoder twice. */
  maxClusters: number
  /** A mask stands for its cluster from this IoU with it on; below, the cluster stays as it was. */
  minIou: number
  /** A cluster's part outside its mask stays where it differs by so many thresholds, on average. */
  clear: number
  /** A mask's part outside its cluster is taken where it differs by so many thresholds, on average. */
  hinted: number
  /** How much agreement with the cluster counts beside the model's own word. */
  iouWeight: number
  /** By how much one frame's mask must be better than the other's to decide which frame shows the object. */
  decisive: number
  /** Least cosine of the mean embeddings of one object in two places. */
  movedCosine: number
  /** Largest ratio of the areas of one object in two places. */
  movedArea: number
  /** A cluster fainter than this many thresholds must also differ in the embeddings. */
  faint: number
  /** Least embedding distance of a faint cluster, as a multiple of the pair's median. */
  faintDistance: number
  /** From this median on the ground itself differs, and embeddings do not filter faint clusters. */
  unlikeGround: number
  /** Built structures decide where the difference's threshold, its quietest hundredth as a share of its median, */
  restless: number
  quietest: number
  /** and the median of the embedding distances are at least these. */
  otherGround: number
  /** There, what has at most this much colour, as a multiple of its frame's median, is a built object, */
  greyShare: number
  /** where it has so much less of it than the other frame, */
  greyStep: number
  /** and at least this embedding distance, as a multiple of the pair's median. */
  greyDistance: number
  /** The same two of what is there no more: a lawn on bare soil loses as much grey as a house. */
  goneStep: number
  goneDistance: number
  /** Half the least width of a built object, in pixels. */
  builtHalfWidth: number
}

export const DEFAULT_OUTLINE_SETTINGS: OutlineSettings = {
  maxClusters: 24,
  minIou: 0.6,
  clear: 1.8,
  hinted: 0.55,
  iouWeight: 2,
  decisive: 0.15,
  movedCosine: 0.9,
  movedArea: 1.6,
  faint: 1.6,
  faintDistance: 2,
  unlikeGround: 0.25,
  restless: 35,
  quietest: 0.15,
  otherGround: 0.15,
  greyShare: 0.85,
  greyStep: 0.1,
  greyDistance: 0.6,
  goneStep: 0.6,
  goneDistance: 1.1,
  builtHalfWidth: 6,
}
