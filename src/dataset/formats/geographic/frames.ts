import { message, MessageError } from '../../../messages/message'
import type { Message } from '../../../messages/message'
import type { Frame } from '../../../domain/document'
import { readMap } from '../../../frames/common-grid'
import { isPlaced } from '../../../georeference/read'
import type { Found, ImageGeoreference } from '../../../georeference/read'

/** Where both frames of a pair lie. A frame without a georeference lies where the other one does. */
export type PlacedFrames = Readonly<Record<Frame, ImageGeoreference>>

/** Why a pair has no place. The message is worded to follow its key. */
export class NotPlaced extends MessageError {
  override name = 'NotPlaced'
}

/** Frames that are laid over each other lie on their common grid. @throws NotPlaced, ImageError */
export async function placedFrames(beforePath: string, afterPath: string): Promise<PlacedFrames> {
  const { overlay, found } = await readMap({ before: beforePath, after: afterPath })
  if (overlay?.isOnMap === true) {
    return { before: overlay.grid, after: overlay.grid }
  }
  const { before, after } = found
  const [one, other] = [before, after].map((frame) => (isPlaced(frame) ? frame : null))
  if (one === null && other === null) {
    const reason = [after, before].map(reasonOf).find((text) => text !== null)
    throw new NotPlaced(reason ?? message('georeference.none'))
  }
  return { before: (one ?? other)!, after: (other ?? one)! }
}

function reasonOf(found: Found): Message | null {
  return found === null || !('reason' in found)
    ? null
    : message('georeference.unusable', { reason: found.reason })
}
