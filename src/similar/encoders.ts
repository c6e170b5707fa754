/** The detector's features (`models/nanodet/pair-encoder.ts`); changes with what makes other embeddings of the same pair. */
export const DETECTOR_ENCODER = 'nanodet-1'

/** Measured difference (`models/difference/pair-embedding.ts`), where there is no detector. */
export const MEASURED_ENCODER = 'difference-1'
