/** Pixels of the square that the network takes. */
export const INPUT_SIDE = 416
/** Pixels of the input to one cell of each output. */
export const STRIDES = [8, 16, 32] as const
export const CLASSES = 80
/** A box's side lies 0 to 10 strides from its cell, as a distribution over the whole numbers. */
export const BOX_BINS = 11
export const LATERAL_CHANNELS = 128
