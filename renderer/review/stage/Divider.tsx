import type { KeyboardEvent, PointerEvent, ReactElement } from 'react'
import classes from './stage.module.css'
import { useStageView } from './stage-view'
import { stage as stageText } from '../../text/en/stage'

const STEP = 0.01
const LARGE_STEP = 0.1

/** Between before and after in the swipe view: dragged, or moved with the arrow keys. */
export function Divider(): ReactElement {
  const swipe = useStageView((state) => state.swipe)
  const setSwipe = useStageView((state) => state.setSwipe)

  function drag(event: PointerEvent<HTMLDivElement>): void {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) {
      const box = event.currentTarget.parentElement?.getBoundingClientRect()
      if (box !== undefined) {
        setSwipe((event.clientX - box.left) / box.width)
      }
    }
  }

  function press(event: KeyboardEvent): void {
    const by = event.shiftKey ? LARGE_STEP : STEP
    const next = { ArrowLeft: swipe - by, ArrowRight: swipe + by, Home: 0, End: 1 }[event.key]
    if (next !== undefined) {
      event.preventDefault()
      event.stopPropagation()
      setSwipe(next)
    }
  }

  return (
    <div
      className={classes['divider']}
      style={{ left: `${swipe * 100}%` }}
      // a range input cannot be as tall as the picture and be dragged anywhere along its line
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="slider"
      tabIndex={0}
      aria-label={stageText.divider}
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(swipe * 100)}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      // the arrows go on to the next pair again; Tab leads back here
      onPointerUp={(event) => event.currentTarget.blur()}
      onKeyDown={press}
    >
      <span className={classes['grip']} />
    </div>
  )
}
