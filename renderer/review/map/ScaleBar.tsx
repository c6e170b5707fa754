import type { ReactElement } from 'react'
import { georeferenceOfFrame } from '../../../src/domain/georeference'
import { useStageView } from '../stage/stage-view'
import { usePairPlace } from './georeference'
import { scaleBarOf } from './spell-place'
import classes from './ScaleBar.module.css'
import { text } from '../../text/chosen'

/** How long a stretch of the ground is on the screen, in the middle of the image. Follows the zoom. */
export function ScaleBar(): ReactElement | null {
  const metres = usePairPlace(
    ({ georeference }) => georeferenceOfFrame(georeference, 'after')?.metresPerPixel ?? null,
  )
  const scale = useStageView((state) => state.camera.scale)
  if (metres === null) {
    return null
  }
  const { width, label } = scaleBarOf(metres / scale)
  return (
    <span className={classes['scale']} title={text.stage.map.scale}>
      <span className={classes['bar']} style={{ width }} />
      {label}
    </span>
  )
}
