import type { ReactElement } from 'react'
import { georeferenceOfFrame } from '../../../src/domain/georeference'
import { useStageView } from '../stage/stage-view'
import { usePairPlace } from './georeference'
import { hasTwoSpacings, spacingOf, usePairScan } from '../scan/scan-store'
import { bodyScaleBarOf, scaleBarOf } from './spell-place'
import classes from './ScaleBar.module.css'
import { text } from '../../text/chosen'

/** How long a stretch of the ground, or of a body, is on the screen, in the middle of the image. Follows the zoom. */
export function ScaleBar(): ReactElement | null {
  const metres = usePairPlace(
    ({ georeference }) => georeferenceOfFrame(georeference, 'after')?.metresPerPixel ?? null,
  )
  const scale = useStageView((state) => state.camera.scale)
  const spacing = usePairScan((state) => spacingOf(state.scan, 'after'))
  const areTwo = usePairScan((state) => hasTwoSpacings(state.scan))
  if (metres === null && spacing === null) {
    return null
  }
  const { width, label } =
    metres === null ? bodyScaleBarOf(spacing!.columnMillimetres / scale) : scaleBarOf(metres / scale)
  const title =
    metres !== null
      ? text.stage.map.scale
      : spacing!.isAtDetector
        ? text.scan.scaleAtDetector
        : text.scan.scale
  return (
    <span className={classes['scale']} title={title}>
      <span className={classes['bar']} style={{ width }} />
      {metres === null && areTwo ? text.scan.ofAfter(label) : label}
    </span>
  )
}
