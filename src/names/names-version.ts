/** As a caption's source names the detector with its rule and grammar. */
export const NAMES_MODEL = 'names'
export const NAMES_VERSION = '1'
