import { TRAINING_SIDE } from '../../src/models/photo/network/network'
import { unionBitmaps } from '../../src/mask/bitmap'
import { copyOf, MARGIN } from '../../src/synth/photographs/canvas'
import type { Canvas } from '../../src/synth/photographs/canvas'
import { applyChange } from '../../src/synth/photographs/changes/apply'
import type { Frames } from '../../src/synth/photographs/changes/apply'
import type { Library } from '../../src/synth/photographs/library'
import { planPair } from '../../src/synth/photographs/plan'
import { changedPixels, isSeen, trueChanges } from '../../src/synth/photographs/truth'
import type { DrawnChange } from '../../src/synth/photographs/truth'

const SIZE = { width: TRAINING_SIDE, height: TRAINING_SIDE } as const
const SIDE = TRAINING_SIDE + 2 * MARGIN

/**
 * The changes of a composed pair, laid into frames that differ in light and camera already.
 * @param frames squares of the training's side, RGB
 */
export function layChanges(
  { before, after }: { readonly before: Uint8Array; readonly after: Uint8Array },
  library: Library,
  seed: number,
): { before: Uint8Array; after: Uint8Array; changed: Uint8Array } {
  let frames: Frames = { before: canvasOf(before), after: canvasOf(after) }
  const drawn: DrawnChange[] = []
  for (const change of planPair(seed, library, SIZE).changes) {
    const next = { before: copyOf(frames.before), after: copyOf(frames.after) }
    const marks = applyChange(change, next, library)
    // beside what the frame showed: the other one differs by more than the change
    const own = { before: frames.before, after: next.before }
    const other = { before: frames.after, after: next.after }
    if (isSeen(marks, own, false) || isSeen(marks, other, false)) {
      frames = next
      drawn.push({ change, marks })
    }
  }
  const changes = trueChanges(drawn, { before: null, after: null }, SIZE)
  const masks = changes.map(({ region }) => changedPixels(region, SIZE))
  const changed = unionBitmaps(SIZE.width, SIZE.height, masks).data
  return { before: pixelsOf(frames.before), after: pixelsOf(frames.after), changed }
}

/** The last pixels go on in the margin. */
function canvasOf(pixels: Uint8Array): Canvas {
  const data = new Float32Array(3 * SIDE * SIDE)
  for (let at = 0; at < SIDE * SIDE; at += 1) {
    const from = 3 * (inside(Math.floor(at / SIDE)) * TRAINING_SIDE + inside(at % SIDE))
    data.set(pixels.subarray(from, from + 3), 3 * at)
  }
  return { width: SIDE, height: SIDE, data }
}

function pixelsOf({ data }: Canvas): Uint8Array {
  const out = new Uint8Array(3 * TRAINING_SIDE * TRAINING_SIDE)
  for (let at = 0; at < out.length; at += 1) {
    const pixel = Math.floor(at / 3)
    const row = Math.floor(pixel / TRAINING_SIDE) + MARGIN
    const from = 3 * (row * SIDE + (pixel % TRAINING_SIDE) + MARGIN) + (at % 3)
    out[at] = Math.min(255, Math.max(0, Math.round(data[from])))
  }
  return out
}

function inside(at: number): number {
  return Math.min(TRAINING_SIDE - 1, Math.max(0, at - MARGIN))
}
