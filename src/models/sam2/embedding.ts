/** What the encoder makes of one image and the decoder takes, by the names that both give it. */
export const embeddingNames = ['image_embed', 'high_res_feats_0', 'high_res_feats_1'] as const
export type EmbeddingName = (typeof embeddingNames)[number]

export interface EmbeddingPart {
  /** [1, channels, height, width] */
  shape: readonly number[]
  values: Float32Array
}

export type Embedding = Readonly<Record<EmbeddingName, EmbeddingPart>>

/** What every decoder takes and gives besides. */
export const promptInputs = ['point_coords', 'point_labels', 'mask_input', 'has_mask_input'] as const
export const maskOutputs = ['masks', 'iou_predictions'] as const
