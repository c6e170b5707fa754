import type { Circle as CircleNode } from 'konva/lib/shapes/Circle'
import type { Context } from 'konva/lib/Context'
import type { Layer as LayerNode } from 'konva/lib/Layer'
import type { Shape as ShapeNode } from 'konva/lib/Shape'
import type { Line as LineNode } from 'konva/lib/shapes/Line'
import { useEffect, useRef } from 'react'
import type { ReactElement, RefObject } from 'react'
import { Circle, Layer, Line, Shape, Stage } from 'react-konva'
import type { OpenPair } from '../../../src/contract/review'
import type { Frame } from '../paint/mask-store'
import { useReviewSession } from '../session'
import { placementOf, toStage } from './camera'
import type { Placement } from './camera'
import { invertHomography, throughHomography } from './homography'
import { imagePoint } from './points'
import type { ImagePoint, Size } from './points'
import type { PaneLayout } from './panes'
import type { Presence, StageSession } from './stage-session'
import { useStageView } from './stage-view'

interface OverlayProps {
  open: OpenPair
  layout: PaneLayout
  session: StageSession
  size: Size
}

interface Nodes {
  layer: RefObject<LayerNode | null>
  ring: RefObject<CircleNode | null>
  ringShadow: RefObject<CircleNode | null>
  cross: RefObject<LineNode | null>
  crossShadow: RefObject<LineNode | null>
  outline: RefObject<LineNode | null>
  outlineShadow: RefObject<LineNode | null>
  handles: RefObject<ShapeNode | null>
}

const light = '#ffffff'
const dark = 'rgb(0 0 0 / 0.6)'
const crossArm = 10

/**
 * Brush ring, crosshair at the same place in the other pane, and the outline being drawn. The nodes are made
 * once; at pointer rate only their places change, without React.
 */
export function Overlay({ open, layout, session, size }: OverlayProps): ReactElement {
  const nodes = useNodes()
  useEffect(() => {
    const update = (): void => place(nodes, open, layout, session.presence.getState())
    update()
    const stops = [
      session.presence.subscribe(update),
      useStageView.subscribe(update),
      useReviewSession.subscribe(update),
    ]
    return () => stops.forEach((stop) => stop())
  }, [nodes, open, layout, session, size])
  return (
    <Stage width={size.width} height={size.height} listening={false}>
      <Layer ref={nodes.layer} listening={false}>
        <Line ref={nodes.outlineShadow} stroke={dark} strokeWidth={3} lineJoin="round" />
        <Line ref={nodes.outline} stroke={light} strokeWidth={1.5} lineJoin="round" />
        <Shape ref={nodes.handles} sceneFunc={drawHandles} />
        <Circle ref={nodes.ringShadow} stroke={dark} strokeWidth={3} />
        <Circle ref={nodes.ring} stroke={light} strokeWidth={1} />
        <Line ref={nodes.crossShadow} stroke={dark} strokeWidth={3} />
        <Line ref={nodes.cross} stroke={light} strokeWidth={1} />
      </Layer>
    </Stage>
  )
}

function useNodes(): Nodes {
  const nodes: Nodes = {
    layer: useRef(null),
    ring: useRef(null),
    ringShadow: useRef(null),
    cross: useRef(null),
    crossShadow: useRef(null),
    outline: useRef(null),
    outlineShadow: useRef(null),
    handles: useRef(null),
  }
  return useRef(nodes).current
}

function place(nodes: Nodes, open: OpenPair, layout: PaneLayout, presence: Presence): void {
  const { camera, pane, pixelRatio } = useStageView.getState()
  const placement = placementOf(camera, pane, pixelRatio)
  placePointer(nodes, open, layout, presence, placement)
  placeOutline(nodes, layout, presence, placement)
  nodes.layer.current?.batchDraw()
}

function placePointer(
  nodes: Nodes,
  open: OpenPair,
  layout: PaneLayout,
  { pointer }: Presence,
  placement: Placement,
): void {
  const { tool, brushSize } = useReviewSession.getState()
  const at = pointer === null ? null : inFrame(pointer.at, pointer.frame, layout.frame, open)
  const isOwn = pointer?.pane === layout.id
  const isBrush = tool === 'brush' || tool === 'eraser'
  const radius = (brushSize / 2) * placement.scale
  const isRing = at !== null && isBrush
  for (const ring of [nodes.ring.current, nodes.ringShadow.current]) {
    ring?.visible(isRing)
    if (isRing) {
      const offset = brushSize % 2 === 1 ? 0.5 : 0
      const center = toStage(placement, imagePoint(Math.floor(at.x) + offset, Math.floor(at.y) + offset))
      ring?.position(center)
      ring?.radius(radius)
    }
  }
  // a ring too small to see needs a cross; the other pane always has one
  const isCross = at !== null && (!isOwn || (isBrush && radius < 3))
  for (const cross of [nodes.cross.current, nodes.crossShadow.current]) {
    cross?.visible(isCross)
    if (isCross) {
      const { x, y } = toStage(placement, at)
      const arm = crossArm
      cross?.points([x - arm, y, x + arm, y, x, y, x, y - arm, x, y + arm])
    }
  }
}

/** Where a point of one frame lies in the other. */
function inFrame(at: ImagePoint, from: Frame, to: Frame, open: OpenPair): ImagePoint | null {
  const { alignment } = open.pair
  if (from === to || alignment === null) {
    return at
  }
  return throughHomography(from === 'before' ? alignment : invertHomography(alignment), at)
}

function placeOutline(nodes: Nodes, layout: PaneLayout, { preview }: Presence, placement: Placement): void {
  const isShown = preview !== null && preview.frame === layout.frame
  const points = isShown
    ? preview.points.flatMap((point) => {
        const { x, y } = toStage(placement, point)
        return [x, y]
      })
    : []
  const isLasso = useReviewSession.getState().tool === 'lasso'
  for (const line of [nodes.outline.current, nodes.outlineShadow.current]) {
    line?.visible(isShown)
    line?.points(points)
    line?.dash(preview?.value === 0 ? [6, 4] : [])
    line?.closed(isLasso)
  }
  nodes.handles.current?.visible(isShown && !isLasso)
  // the last point is the pointer's
  nodes.handles.current?.setAttr('corners', points.slice(0, -2))
}

/** A square at each corner; the first, which closes the outline, is larger. */
function drawHandles(context: Context, shape: ShapeNode): void {
  const corners: number[] = shape.getAttr('corners') ?? []
  for (let at = 0; at < corners.length; at += 2) {
    const half = at === 0 ? 4 : 3
    context.setAttr('fillStyle', dark)
    context.fillRect(corners[at] - half - 1, corners[at + 1] - half - 1, 2 * half + 2, 2 * half + 2)
    context.setAttr('fillStyle', light)
    context.fillRect(corners[at] - half, corners[at + 1] - half, 2 * half, 2 * half)
  }
}
