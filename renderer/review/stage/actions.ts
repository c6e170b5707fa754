import { takeTool } from '../commands/take-tool'
import { copyPosition } from '../map/copy-position'
import { useReviewSession } from '../session'
import { toolNames, tools } from '../tools/tools'
import { currentStage, isStageBusy, sendToStage } from './stage-session'
import { VIEWS, useStageView } from './stage-view'
import type { View } from './stage-view'
import { restorePrevious, setWindow } from '../window/window-store'
import { toggleWindowPanel } from '../window/panel'
import { text } from '../../text/chosen'

const stageText = text.stage

/** Something a key, a menu or a button can do on the canvas. */
export interface CanvasAction {
  id: string
  label: string
  /** As in `Ctrl+Z`, `B`, `[`, `ArrowLeft`; empty for none. */
  defaultKey: string
  /** Whether a key that is held down does it again and again. */
  repeats: boolean
  /** Where given, the key is the action's only while this holds: Enter closes a polygon being drawn. */
  isEnabled?(): boolean
  run(): void
}

type ActionId = keyof typeof stageText.actions

const VIEW_KEYS: Record<View, string> = {
  'side-by-side': '1',
  swipe: '2',
  blink: '3',
  'onion-skin': '4',
  difference: '5',
  aligned: '6',
}

const PAN_STEP = 64
const ZOOM_STEP = 1.25
const SHARE_STEP = 0.05
const BLINK_STEP = 100

function action(id: ActionId, defaultKey: string, run: () => void, repeats = false): CanvasAction {
  return { id, label: stageText.actions[id], defaultKey, repeats, run }
}

function gestureAction(id: ActionId, defaultKey: string, run: () => void): CanvasAction {
  return { ...action(id, defaultKey, run), isEnabled: isStageBusy }
}

function pan(right: number, down: number): () => void {
  return () => useStageView.getState().panBy(right * PAN_STEP, down * PAN_STEP)
}

/** Steps that feel even: one pixel for small brushes, a tenth for large ones. */
function resizeBrush(direction: 1 | -1): () => void {
  return () => {
    const session = useReviewSession.getState()
    session.setBrushSize(session.brushSize + direction * Math.max(1, Math.round(session.brushSize / 10)))
  }
}

function scaleBrush(factor: number): () => void {
  return () => {
    const session = useReviewSession.getState()
    session.setBrushSize(session.brushSize * factor)
  }
}

/** More or less of whatever the view has: divider, opacity, or time. */
function adjustView(direction: 1 | -1): () => void {
  return () => {
    const { view } = useReviewSession.getState()
    const { swipe, onion, blinkMilliseconds, ...stage } = useStageView.getState()
    if (view === 'swipe') {
      stage.setSwipe(swipe + direction * SHARE_STEP)
    } else if (view === 'onion-skin') {
      stage.setOnion(onion + direction * SHARE_STEP)
    } else if (view === 'blink') {
      stage.setBlinkMilliseconds(blinkMilliseconds + direction * BLINK_STEP)
    }
  }
}

function setView(view: View): () => void {
  return () => useReviewSession.getState().setView(view)
}

/** Everything the canvas can do but draw. */
export const actions: readonly CanvasAction[] = [
  ...VIEWS.map((view) => action(`view.${view}`, VIEW_KEYS[view], setView(view))),
  ...toolNames.map((tool) => action(`tool.${tool}`, tools[tool].defaultKey, () => takeTool(tool))),
  action('brush.smaller', '[', resizeBrush(-1), true),
  action('brush.larger', ']', resizeBrush(1), true),
  action('brush.half', '{', scaleBrush(0.5)),
  action('brush.double', '}', scaleBrush(2)),
  action('zoom.in', '= Plus', () => useStageView.getState().zoomBy(ZOOM_STEP), true),
  action('zoom.out', '-', () => useStageView.getState().zoomBy(1 / ZOOM_STEP), true),
  action('zoom.fit', '0', () => useStageView.getState().fit()),
  action('zoom.actual', '9', () => useStageView.getState().actualSize()),
  action('pan.left', 'Shift+ArrowLeft', pan(1, 0), true),
  action('pan.right', 'Shift+ArrowRight', pan(-1, 0), true),
  action('pan.up', 'Shift+ArrowUp', pan(0, 1), true),
  action('pan.down', 'Shift+ArrowDown', pan(0, -1), true),
  action('view.less', ',', adjustView(-1), true),
  action('view.more', '.', adjustView(1), true),
  action('blink.step', 'D', () => useStageView.getState().stepBlink()),
  action('window.open', 'I', toggleWindowPanel),
  action('window.reset', 'Shift+I', () => void setWindow(null)),
  action('window.previous', 'Shift+O', restorePrevious),
  action('opacity.less', '<', changeOpacity(-SHARE_STEP), true),
  action('opacity.more', '>', changeOpacity(SHARE_STEP), true),
  action('position.copy', 'Shift+X', () => void copyPosition()),
  action('holes', 'Shift+G', () => currentStage()?.fillHoles()),
  action('region.none', 'Escape', () => useReviewSession.getState().selectRegion(null)),
  gestureAction('gesture.confirm', 'Enter', () => sendToStage({ type: 'confirm' })),
  gestureAction('gesture.removeLast', 'Backspace', () => sendToStage({ type: 'remove-last' })),
  gestureAction('gesture.cancel', 'Escape', () => sendToStage({ type: 'cancel' })),
]

function changeOpacity(by: number): () => void {
  return () => {
    const session = useReviewSession.getState()
    session.setMaskOpacity(Math.min(1, Math.max(0, session.maskOpacity + by)))
  }
}
