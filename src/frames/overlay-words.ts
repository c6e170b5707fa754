import { pixelSquareMetres } from '../domain/georeference'
import { determinant } from '../domain/affine'
import { hasSameDatum } from '../georeference/crs'
import { areaRuleOf } from '../georeference/ground'
import type { Overlay } from '../georeference/overlay'
import { isPlaced } from '../georeference/read'
import type { ImageGeoreference } from '../georeference/read'
import { joinSentences, message } from '../messages/message'
import type { MessageText } from '../messages/message'
import { areOneSize } from './common-grid'
import type { MapReading } from './common-grid'

/**
 * How the frames of a pair were laid over each other, or why two that have one size were not. Null where there is nothing
 * to tell: they share a grid, or one of them lies on no map.
 */
export function overlayInWords({ overlay, reason, found }: MapReading): MessageText | null {
  if (overlay?.isOnMap === false) {
    const { before: one, after: other } = overlay.frames
    const { width, height } = other
    return message('overlay.bySize', { beforeWidth: one.width, beforeHeight: one.height, width, height })
  }
  const { before, after } = found
  if (!isPlaced(before) || !isPlaced(after)) {
    return null
  }
  if (overlay !== null) {
    return laidInWords(overlay, before, after)
  }
  return reason !== null && areOneSize(before, after) ? message('overlay.asTheyAre', { reason }) : null
}

function laidInWords(
  { grid, share, tooLarge }: Overlay,
  before: ImageGeoreference,
  after: ImageGeoreference,
): MessageText | null {
  const percent = Math.max(1, Math.round(100 * share))
  const metres = [before, after, grid].map(metresOf)
  const [one, other, shown] = metres.every((value) => value !== null)
    ? metres
    : [before, after, grid].map(unitsOf)
  const sizes = { before: one, after: other, shown, percent }
  const areMetres = metres.every((value) => value !== null)
  const isRough =
    before.crs !== null &&
    after.crs !== null &&
    !hasSameDatum(before.crs, after.crs) &&
    (before.crs.isDatumApproximate || after.crs.isDatumApproximate)
  return joinSentences([
    areMetres ? message('overlay.laid', sizes) : message('overlay.laidInUnits', sizes),
    ...(tooLarge === null ? [] : [message('overlay.coarser', tooLarge)]),
    ...(isRough ? [message('overlay.approximate')] : []),
  ])
}

/** On the ground, of a side of a pixel in the middle of the image; null where that is not known. */
function metresOf(image: ImageGeoreference): number | null {
  const { transform, width, height } = image
  const rule = areaRuleOf(image)
  return rule === null ? null : rounded(pixelSquareMetres(rule, transform, width / 2, height / 2))
}

function unitsOf({ transform }: ImageGeoreference): number {
  return rounded(Math.abs(determinant(transform)))
}

/** Three digits. */
function rounded(area: number): number {
  return Number(Math.sqrt(area).toPrecision(3))
}
