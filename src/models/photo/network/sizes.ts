/** Pixels of a frame to one cell of each level. */
export const STRIDES = [2, 4, 8, 16, 32] as const
export const LEVEL_CHANNELS = [16, 32, 64, 96, 128] as const
/** The frozen encoder's features are read from this level on. */
export const FIRST_ENCODED_LEVEL = 2
/** Of its features at strides 8, 16 and 32. */
export const ENCODED_CHANNELS = 128
/** What these are reduced to. */
export const PROJECTED_CHANNELS = [48, 64, 96] as const
/** Sides of a frame are multiples of it. */
export const SIDE_MULTIPLE = 32
/** Side of the pairs that models are trained on, in pixels. */
export const TRAINING_SIDE = 192
