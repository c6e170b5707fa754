/** As a caption's source names the detector with its rule and grammar. */
export const NAMES_MODEL = 'names'
export const NAMES_VERSION = '1'

/** What makes the features of regions: those of another version are not compared with these. */
export const REGION_ENCODER = 'nanodet-g-416 1'
