import type { Circle as CircleNode } from 'konva/lib/shapes/Circle'
import type { Context } from 'konva/lib/Context'
import type { Layer as LayerNode } from 'konva/lib/Layer'
import type { Shape as ShapeNode } from 'konva/lib/Shape'
import type { Line as LineNode } from 'konva/lib/shapes/Line'
import { useEffect, useRef } from 'react'
import type { ReactElement } from 'react'
import { Circle, Layer, Line, Shape, Stage } from 'react-konva'
import type { OpenPair } from '../../../src/contract/pairs'
import { useReviewSession } from '../session'
import { tools } from '../tools/tools'
import { inFrame, placementOf, toStage, imagePoint } from './camera'
import type { Placement, ImagePoint } from './camera'
import type { Size } from '../../../src/mask/bitmap'
import { drawNameBoxes, placeNameBoxes } from './name-boxes'
import type { PaneLayout } from './stage-view'
import { useStageView } from './stage-view'
import type { Presence } from './canvas-pair'
import type { StageSession } from './stage-session'

interface OverlayProps {
  open: OpenPair
  layout: PaneLayout
  session: StageSession
  size: Size
}

const LIGHT = '#ffffff'
const DARK = 'rgb(0 0 0 / 0.6)'
/** Below the line of an outline, which also lies on white. */
const CASING = 'rgb(0 0 0 / 0.85)'
const CROSS_ARM = 10
const SMALLEST_RING = 3

/**
 * Brush ring, crosshair at the same place in the other pane, the outline being drawn, and the box that a name rests
 * on. The nodes are made
 * once; at pointer rate only their places change, without React.
 */
export function Overlay({ open, layout, session, size }: OverlayProps): ReactElement {
  const layer = useRef<LayerNode>(null)
  useEffect(() => {
    const update = (): void => {
      if (layer.current !== null) {
        place(layer.current, open, layout, session.presence.getState())
      }
    }
    update()
    const stops = [
      session.presence.subscribe(update),
      useStageView.subscribe(update),
      useReviewSession.subscribe(update),
    ]
    return () => stops.forEach((stop) => stop())
  }, [open, layout, session])
  return (
    <Stage width={size.width} height={size.height} listening={false}>
      <Layer ref={layer} listening={false}>
        <Shape name="name-boxes" sceneFunc={drawNameBoxes} />
        <Line name="outline" stroke={CASING} strokeWidth={5} lineJoin="round" />
        <Line name="outline" stroke={LIGHT} strokeWidth={2} lineJoin="round" />
        <Shape name="handles" sceneFunc={drawHandles} />
        <Shape name="prompts" sceneFunc={drawPrompts} />
        <Circle name="ring" stroke={DARK} strokeWidth={3} />
        <Circle name="ring" stroke={LIGHT} strokeWidth={1} />
        <Line name="cross" stroke={DARK} strokeWidth={3} />
        <Line name="cross" stroke={LIGHT} strokeWidth={1} />
      </Layer>
    </Stage>
  )
}

function place(layer: LayerNode, open: OpenPair, layout: PaneLayout, presence: Presence): void {
  const { camera, pane, pixelRatio } = useStageView.getState()
  const placement = placementOf(camera, pane, pixelRatio)
  const { pointer } = presence
  const at = pointer === null ? null : inFrame(pointer.at, pointer.frame, layout.frame, open.pair.alignment)
  placeRing(layer, at, placement)
  placeCross(layer, at, pointer?.pane === layout.id, placement)
  placeNameBoxes(layer, open, layout, placement)
  placeOutline(layer, layout, presence, placement)
  placePrompts(layer, layout, presence, placement)
  layer.batchDraw()
}

function hasBrush(): boolean {
  return tools[useReviewSession.getState().tool].cursor === 'ring'
}

/** Around the pixels that the brush would paint. */
function placeRing(layer: LayerNode, at: ImagePoint | null, placement: Placement): void {
  const { brushSize } = useReviewSession.getState()
  const isShown = at !== null && hasBrush()
  for (const ring of layer.find<CircleNode>('.ring')) {
    ring.visible(isShown)
    if (isShown) {
      const offset = brushSize % 2 === 1 ? 0.5 : 0
      const center = imagePoint(Math.floor(at.x) + offset, Math.floor(at.y) + offset)
      ring.position(toStage(placement, center))
      ring.radius((brushSize / 2) * placement.scale)
    }
  }
}

/** In the other pane always; in the pointer's own where the ring is too small to see. */
function placeCross(layer: LayerNode, at: ImagePoint | null, isOwn: boolean, placement: Placement): void {
  const radius = (useReviewSession.getState().brushSize / 2) * placement.scale
  const isShown = at !== null && (!isOwn || (hasBrush() && radius < SMALLEST_RING))
  for (const cross of layer.find<LineNode>('.cross')) {
    cross.visible(isShown)
    if (isShown) {
      const { x, y } = toStage(placement, at)
      cross.points([x - CROSS_ARM, y, x + CROSS_ARM, y, x, y, x, y - CROSS_ARM, x, y + CROSS_ARM])
    }
  }
}

function placeOutline(
  layer: LayerNode,
  layout: PaneLayout,
  { preview }: Presence,
  placement: Placement,
): void {
  const isShown = preview !== null && preview.frame === layout.frame
  const corners = isShown ? preview.points.map((point) => toStage(placement, point)) : []
  const points = corners.flatMap(({ x, y }) => [x, y])
  const isFreehand = preview?.isFreehand === true
  for (const line of layer.find<LineNode>('.outline')) {
    line.visible(isShown)
    line.points(points)
    line.dash(preview?.value === 0 ? [6, 4] : [])
    line.closed(isFreehand)
  }
  const handles = layer.findOne('.handles')
  handles?.visible(isShown && !isFreehand)
  // the last point is the pointer's
  handles?.setAttr('corners', points.slice(0, -2))
}

interface PlacedMark {
  x: number
  y: number
  isInside: boolean
}

interface PlacedBox {
  x: number
  y: number
  width: number
  height: number
}

function placePrompts(
  layer: LayerNode,
  layout: PaneLayout,
  { prompts }: Presence,
  placement: Placement,
): void {
  const shape = layer.findOne('.prompts')
  const isShown = prompts !== null && prompts.frame === layout.frame
  shape?.visible(isShown)
  if (!isShown) {
    return
  }
  const { points, box } = prompts.clicks
  const marks = points.map(({ x, y, isInside }): PlacedMark => ({
    ...toStage(placement, imagePoint(x, y)),
    isInside,
  }))
  shape?.setAttr('marks', marks)
  shape?.setAttr('box', box === null ? null : placedBox(box, placement))
}

function placedBox({ x, y, width, height }: PlacedBox, placement: Placement): PlacedBox {
  const corner = toStage(placement, imagePoint(x, y))
  return { ...corner, width: width * placement.scale, height: height * placement.scale }
}

/** A plus where something is meant, a minus where not: told apart by shape, not by colour alone. */
function drawPrompts(context: Context, shape: ShapeNode): void {
  const marks: PlacedMark[] = shape.getAttr('marks') ?? []
  const box: PlacedBox | null = shape.getAttr('box') ?? null
  if (box !== null) {
    for (const [style, lineWidth] of [
      [DARK, 3],
      [LIGHT, 1.5],
    ] as const) {
      context.setAttr('strokeStyle', style)
      context.setAttr('lineWidth', lineWidth)
      context.strokeRect(box.x, box.y, box.width, box.height)
    }
  }
  for (const { x, y, isInside } of marks) {
    context.setAttr('fillStyle', DARK)
    context.beginPath()
    context.arc(x, y, 7, 0, 2 * Math.PI)
    context.fill()
    context.setAttr('fillStyle', LIGHT)
    context.fillRect(x - 4, y - 1, 8, 2)
    if (isInside) {
      context.fillRect(x - 1, y - 4, 2, 8)
    }
  }
}

/** A square at each corner; the first, which closes the outline, is larger. */
function drawHandles(context: Context, shape: ShapeNode): void {
  const corners: number[] = shape.getAttr('corners') ?? []
  for (let at = 0; at < corners.length; at += 2) {
    const half = at === 0 ? 4 : 3
    context.setAttr('fillStyle', DARK)
    context.fillRect(corners[at] - half - 1, corners[at + 1] - half - 1, 2 * half + 2, 2 * half + 2)
    context.setAttr('fillStyle', LIGHT)
    context.fillRect(corners[at] - half, corners[at + 1] - half, 2 * half, 2 * half)
  }
}
