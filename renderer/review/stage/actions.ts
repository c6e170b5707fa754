import { useReviewSession, views } from '../session'
import type { Tool, View } from '../session'
import { currentStage, isStageBusy, sendToStage } from './current-stage'
import { useStageView } from './stage-view'
import { actionText } from './text'

/** Something a key, a menu or a button can do on the canvas. */
export interface CanvasAction {
  id: string
  label: string
  /** As in `Ctrl+Z`, `B`, `[`, `ArrowLeft`; empty for none. */
  defaultKey: string
  /** Whether a key that is held down does it again and again. */
  repeats: boolean
  /** False where the key is free for others: Enter closes a polygon only while one is being drawn. */
  isEnabled(): boolean
  run(): void
}

const viewKeys: Record<View, string> = {
  'side-by-side': '1',
  swipe: '2',
  blink: '3',
  'onion-skin': '4',
  difference: '5',
  aligned: '6',
}

const toolKeys: Record<Tool, string> = {
  pan: 'H',
  brush: 'B',
  eraser: 'E',
  polygon: 'P',
  lasso: 'L',
  fill: 'G',
  select: 'V',
}

const panStep = 64
const zoomStep = 1.25
const shareStep = 0.05
const blinkStep = 100

function action(
  id: keyof typeof actionText,
  defaultKey: string,
  run: () => void,
  repeats = false,
): CanvasAction {
  return { id, label: actionText[id], defaultKey, repeats, isEnabled: () => true, run }
}

function gestureAction(id: keyof typeof actionText, defaultKey: string, run: () => void): CanvasAction {
  return { ...action(id, defaultKey, run), isEnabled: isStageBusy }
}

function pan(right: number, down: number): () => void {
  return () => useStageView.getState().panBy(right * panStep, down * panStep)
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
      stage.setSwipe(swipe + direction * shareStep)
    } else if (view === 'onion-skin') {
      stage.setOnion(onion + direction * shareStep)
    } else if (view === 'blink') {
      stage.setBlinkMilliseconds(blinkMilliseconds + direction * blinkStep)
    }
  }
}

function setView(view: View): () => void {
  return () => useReviewSession.getState().setView(view)
}

/** Everything the canvas can do but draw. */
export const canvasActions: readonly CanvasAction[] = [
  ...views.map((view) => action(`canvas.view.${view}`, viewKeys[view], setView(view))),
  ...(Object.keys(toolKeys) as Tool[]).map((tool) =>
    action(`canvas.tool.${tool}`, toolKeys[tool], () => useReviewSession.getState().setTool(tool)),
  ),
  action('canvas.brush.smaller', '[', resizeBrush(-1), true),
  action('canvas.brush.larger', ']', resizeBrush(1), true),
  action('canvas.brush.half', '{', scaleBrush(0.5)),
  action('canvas.brush.double', '}', scaleBrush(2)),
  action('canvas.zoom.in', '= Plus', () => useStageView.getState().zoomBy(zoomStep), true),
  action('canvas.zoom.out', '-', () => useStageView.getState().zoomBy(1 / zoomStep), true),
  action('canvas.zoom.fit', '0', () => useStageView.getState().fit()),
  action('canvas.zoom.actual', '9', () => useStageView.getState().actualSize()),
  action('canvas.pan.left', 'Shift+ArrowLeft', pan(1, 0), true),
  action('canvas.pan.right', 'Shift+ArrowRight', pan(-1, 0), true),
  action('canvas.pan.up', 'Shift+ArrowUp', pan(0, 1), true),
  action('canvas.pan.down', 'Shift+ArrowDown', pan(0, -1), true),
  action('canvas.view.less', ',', adjustView(-1), true),
  action('canvas.view.more', '.', adjustView(1), true),
  action('canvas.blink.step', 'D', () => useStageView.getState().stepBlink()),
  action('canvas.opacity.less', '<', changeOpacity(-shareStep), true),
  action('canvas.opacity.more', '>', changeOpacity(shareStep), true),
  action('canvas.holes', 'Shift+G', () => currentStage()?.fillHoles()),
  gestureAction('canvas.gesture.confirm', 'Enter', () => sendToStage({ type: 'confirm' })),
  gestureAction('canvas.gesture.removeLast', 'Backspace', () => sendToStage({ type: 'remove-last' })),
  gestureAction('canvas.gesture.cancel', 'Escape', () => sendToStage({ type: 'cancel' })),
]

function changeOpacity(by: number): () => void {
  return () => {
    const session = useReviewSession.getState()
    session.setMaskOpacity(Math.min(1, Math.max(0, session.maskOpacity + by)))
  }
}
