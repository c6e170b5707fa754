import { ActionIcon, Slider, Tooltip } from '@mantine/core'
import { IconArrowsMaximize, IconMinus, IconPlus, IconSwitchHorizontal } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { ReactElement, ReactNode, KeyboardEvent, PointerEvent } from 'react'
import { georeferenceOfFrame } from '../../../src/domain/georeference'
import { useReviewDocument } from '../document'
import { usePairPlace } from '../map/georeference'
import { spellPosition } from '../map/spell-place'
import { ScanControl } from '../scan/ScanControl'
import { spellValues } from '../window/values-under'
import { useWindowState } from '../window/window-store'
import type { Presence } from './canvas-pair'
import type { View } from './stage-view'
import { BLINK_RANGE, useStageView } from './stage-view'
import { heatGradient } from './heat-colors'
import { pixelUnder } from './pane-input'
import type { StageSession } from './stage-session'
import classes from './StageBar.module.css'
import { text } from '../../text/chosen'

const stageText = text.stage

const ZOOM_STEP = 1.25

/** Below the images: what belongs to the view on the left, the zoom on the right. */
export function StageBar({ view, session }: { view: View; session: StageSession }): ReactElement {
  return (
    <div className={classes['bar']} data-keep-focus>
      <Position session={session} />
      <div className={classes['viewControls']}>
        <ViewControls view={view} />
      </div>
      <ScanControl />
      <Zoom />
    </div>
  )
}

function ViewControls({ view }: { view: View }): ReactElement | null {
  switch (view) {
    case 'onion-skin':
      return <Onion />
    case 'blink':
      return <Blink />
    case 'difference':
      return <Heat />
    case 'swipe':
    case 'side-by-side':
    case 'aligned':
      return null
  }
}

function Onion(): ReactElement {
  const onion = useStageView((state) => state.onion)
  const setOnion = useStageView((state) => state.setOnion)
  return (
    <>
      <span>{stageText.pane.before}</span>
      <Slider
        className={classes['slider'] ?? ''}
        size="xs"
        min={0}
        max={1}
        step={0.01}
        value={onion}
        onChange={setOnion}
        label={stageText.percent}
        thumbLabel={stageText.onion}
      />
      <span>{stageText.pane.after}</span>
    </>
  )
}

function Blink(): ReactElement {
  const milliseconds = useStageView((state) => state.blinkMilliseconds)
  const setBlinkMilliseconds = useStageView((state) => state.setBlinkMilliseconds)
  const stepBlink = useStageView((state) => state.stepBlink)
  return (
    <>
      <Button label={stageText.blinkStep} onClick={stepBlink}>
        <IconSwitchHorizontal size={16} />
      </Button>
      <Slider
        className={classes['slider'] ?? ''}
        size="xs"
        min={BLINK_RANGE.min}
        max={BLINK_RANGE.max}
        step={100}
        value={milliseconds}
        onChange={setBlinkMilliseconds}
        label={stageText.seconds}
        thumbLabel={stageText.blinkPeriod}
      />
      <span className={classes['number']}>{stageText.seconds(milliseconds)}</span>
    </>
  )
}

function Heat(): ReactElement {
  return (
    <>
      <span>{stageText.heat.none}</span>
      <span className={classes['heat']} style={{ background: heatGradient }} />
      <span>{stageText.heat.most}</span>
    </>
  )
}

function Zoom(): ReactElement {
  const percent = useStageView((state) => stageText.percent(state.camera.scale * state.pixelRatio))
  const zoomBy = useStageView((state) => state.zoomBy)
  const fit = useStageView((state) => state.fit)
  const actualSize = useStageView((state) => state.actualSize)
  return (
    <div className={classes['zoom']}>
      <Button label={stageText.zoomOut} onClick={() => zoomBy(1 / ZOOM_STEP)}>
        <IconMinus size={16} />
      </Button>
      <Tooltip label={stageText.actualSize} openDelay={500}>
        <button
          type="button"
          className={classes['percent']}
          aria-label={`${percent}, ${stageText.actualSize}`}
          onClick={actualSize}
        >
          {percent}
        </button>
      </Tooltip>
      <Button label={stageText.zoomIn} onClick={() => zoomBy(ZOOM_STEP)}>
        <IconPlus size={16} />
      </Button>
      <Button label={stageText.fit} onClick={fit}>
        <IconArrowsMaximize size={16} />
      </Button>
    </div>
  )
}

function Button(props: { label: string; onClick: () => void; children: ReactNode }): ReactElement {
  return (
    <Tooltip label={props.label} openDelay={500}>
      <ActionIcon variant="subtle" color="gray" size={24} aria-label={props.label} onClick={props.onClick}>
        {props.children}
      </ActionIcon>
    </Tooltip>
  )
}

/** The image pixel, the values there of deep images, and its place on the map where the frame has one. */
function spellPointer({ frame, at }: NonNullable<Presence['pointer']>): string {
  const { x, y } = pixelUnder(at)
  const place = georeferenceOfFrame(usePairPlace.getState().georeference, frame)
  const { image } = useStageView.getState()
  const { pairId, planes } = useWindowState.getState()
  const pair = useReviewDocument.getState().open?.pair
  const isOfPair = pair !== undefined && pair.id === pairId
  const values = isOfPair
    ? spellValues(planes, { ...image, alignment: pair.alignment }, frame, { x, y })
    : null
  return [
    `${x}, ${y}`,
    ...(values === null ? [] : [values]),
    ...(place === null ? [] : spellPosition(place, image, at)),
  ].join(' · ')
}

/** The image pixel under the pointer, written without React: it changes with every move. */
function Position({ session }: { session: StageSession }): ReactElement {
  const element = useRef<HTMLSpanElement>(null)
  useEffect(
    () =>
      session.presence.subscribe(({ pointer }) => {
        if (element.current !== null) {
          element.current.textContent = pointer === null ? '' : spellPointer(pointer)
        }
      }),
    [session],
  )
  const isPlaced = usePairPlace(({ georeference }) => georeferenceOfFrame(georeference, 'after') !== null)
  const hasValues = useWindowState(({ planes }) => planes.before !== null || planes.after !== null)
  return <span ref={element} className={classes['position']} data-long={isPlaced || hasValues || undefined} />
}

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
