/** Sides in pixels or cells that every family shares. */
export const IMAGE_SIDE = 128
/** Tokens a side, one for 8 x 8 pixels. */
export const GRID_SIDE = 16
export const TOKENS = GRID_SIDE * GRID_SIDE
/** Masks are made at half of the image's side. */
export const MASK_SIDE = 64
/** The longest caption in tokens, with its start or its end. */
export const CAPTION_LENGTH = 28

/** Channels of the backbone's levels and of what is built on them. */
export const CHANNELS = {
  half: 16,
  quarter: 32,
  eighth: 64,
  sixteenth: 96,
  match: 64,
  difference: 80,
  pixel: 20,
  model: 128,
} as const
