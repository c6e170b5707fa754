/** The IoU that a proposal expects of its masks, and that of the proposal a pair shows; NULL where it cannot tell. */
export const EXPECTED_IOU = `
  ALTER TABLE proposals ADD COLUMN expected_iou DOUBLE PRECISION;
  ALTER TABLE pairs ADD COLUMN expected_iou DOUBLE PRECISION;
`
