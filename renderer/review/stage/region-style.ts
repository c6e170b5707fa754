import type { RegionStatus } from '../../../src/domain/document'
import { categoryColor } from '../../components/colors'
import type { MaskStyle } from '../paint/mask-raster'

export interface RegionAppearance {
  category: string
  status: RegionStatus
  isSelected: boolean
  isHovered: boolean
  /** Shown where it is not drawn, for orientation. */
  isGhost: boolean
  /** No fill, where the colours below carry a meaning. */
  isOutline: boolean
}

/** Device pixels of everything grow with the pixel ratio; dashes say "not yet accepted". */
export function styleOf(appearance: RegionAppearance, opacity: number, pixelRatio: number): MaskStyle {
  const { category, status, isSelected, isHovered, isGhost, isOutline } = appearance
  const isRejected = status === 'rejected'
  const strength = (isRejected ? 0.2 : 1) * (isSelected || isHovered ? 1 : 0.8)
  const width = isSelected || isHovered ? 2 : 1.25
  return {
    color: channels(categoryColor(category)),
    fill: isGhost || isOutline ? 0 : Math.round(255 * opacity * strength),
    outline: isGhost ? 200 : isRejected ? 130 : 255,
    outlineWidth: Math.max(1, Math.round(width * pixelRatio)),
    dash: status === 'accepted' ? 0 : Math.round((isRejected ? 6 : 10) * pixelRatio),
    halo: isSelected ? 255 : 0,
    haloStrength: isSelected ? 255 : isRejected ? 0 : isGhost ? 80 : 120,
  }
}

/** `#rrggbb`. */
function channels(color: string): [number, number, number] {
  const value = Number.parseInt(color.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}
