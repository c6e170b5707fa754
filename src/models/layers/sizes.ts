/** Of what a network is given at once, in pixels. */
export type HeightWidth = readonly [height: number, width: number]

/** Sides in pixels or cells that every family shares. */
export const IMAGE_SIDE = 128
/** Tokens a side, one for 8 x 8 pixels. */
export const GRID_SIDE = 16
export const TOKENS = GRID_SIDE * GRID_SIDE
/** Pixels are described at half of the image's side, and what lies between them by `detail`. */
export const PIXEL_SIDE = 64
export const MASK_SIDE = 2 * PIXEL_SIDE
/** The longest caption in tokens, with its start or its end. */
export const CAPTION_LENGTH = 28

/** First logit of what few pixels or tokens are: about 2 in 100. From 0, the first 500 steps would be spent on that alone. */
export const RARE_LOGIT = -4

/** Channels of the backbone's levels and of what is built on them. */
export const CHANNELS = {
  half: 24,
  quarter: 32,
  eighth: 80,
  sixteenth: 128,
  match: 64,
  difference: 80,
  pixel: 20,
  detail: 8,
  roi: 16,
  model: 128,
} as const
