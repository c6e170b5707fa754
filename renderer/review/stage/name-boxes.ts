import type { Context } from 'konva/lib/Context'
import type { Layer as LayerNode } from 'konva/lib/Layer'
import type { Shape as ShapeNode } from 'konva/lib/Shape'
import type { OpenPair } from '../../../src/contract/pairs'
import type { Frame, Region } from '../../../src/domain/document'
import { categoryColor } from '../../components/colors'
import { useReviewSession } from '../session'
import { inFrame, toStage, imagePoint } from './camera'
import type { Placement, ImagePoint } from './camera'
import type { PaneLayout } from './stage-view'
import { useStageView } from './stage-view'

/** Where something was seen that a region is named by, in pixels of a pane's frame. */
interface NameBox {
  category: string
  /** Around it; no rectangle any more where the view was turned. */
  corners: readonly ImagePoint[]
}

/** The frames of which a pane shows the picture now. */
function framesShown(layout: PaneLayout, blinkSide: Frame): Set<Frame> {
  const shown = layout.pictures.filter(
    ({ part }) => !part.startsWith('blink-') || part === `blink-${blinkSide}`,
  )
  return new Set(shown.flatMap(({ kind }): Frame[] => FRAMES_OF[kind]))
}

const FRAMES_OF: Record<PaneLayout['pictures'][number]['kind'], Frame[]> = {
  before: ['before'],
  aligned: ['before'],
  after: ['after'],
  difference: ['before', 'after'],
}

/** The boxes of these regions that a pane shows: those seen in a frame whose picture is there. */
export function nameBoxes(
  open: OpenPair,
  layout: PaneLayout,
  regionIds: readonly (string | null)[],
  blinkSide: Frame,
): NameBox[] {
  const frames = framesShown(layout, blinkSide)
  return open.document.regions
    .filter(({ id }) => regionIds.includes(id))
    .flatMap(({ category, name }) => {
      const seen = name?.seen ?? null
      const corners = seen === null || !frames.has(seen.frame) ? null : cornersIn(seen, layout.frame, open)
      return corners === null ? [] : [{ category, corners }]
    })
}

type SeenBox = NonNullable<NonNullable<Region['name']>['seen']>

function cornersIn({ frame, box }: SeenBox, wanted: Frame, open: OpenPair): ImagePoint[] | null {
  const { x, y, width, height } = box
  const corners = [
    imagePoint(x, y),
    imagePoint(x + width, y),
    imagePoint(x + width, y + height),
    imagePoint(x, y + height),
  ].map((corner) => inFrame(corner, frame, wanted, open.pair.alignment))
  return corners.every((corner) => corner !== null) ? corners : null
}

/** Of the region that is chosen and those under the pointer, while masks are shown. */
export function placeNameBoxes(
  layer: LayerNode,
  open: OpenPair,
  layout: PaneLayout,
  placement: Placement,
): void {
  const { areMasksShown, selectedRegionId, hoveredRegionIds } = useReviewSession.getState()
  const ids = areMasksShown ? [selectedRegionId, ...hoveredRegionIds] : []
  const boxes = nameBoxes(open, layout, ids, useStageView.getState().blinkSide)
  const shape = layer.findOne('.name-boxes')
  shape?.visible(boxes.length > 0)
  shape?.setAttr(
    'boxes',
    boxes.map(({ category, corners }): PlacedBox => {
      return { color: categoryColor(category), corners: corners.map((corner) => toStage(placement, corner)) }
    }),
  )
}

interface PlacedBox {
  color: string
  corners: { x: number; y: number }[]
}

const UNDER = 'rgb(0 0 0 / 0.5)'
const DASH = [6, 4]

/** Thin dashes over a dark line, and no fill: no mask looks like that. */
export function drawNameBoxes(context: Context, shape: ShapeNode): void {
  const boxes: PlacedBox[] = shape.getAttr('boxes') ?? []
  for (const { color, corners } of boxes) {
    context.beginPath()
    corners.forEach(({ x, y }, at) => (at === 0 ? context.moveTo(x, y) : context.lineTo(x, y)))
    context.closePath()
    stroke(context, UNDER, 3, [])
    stroke(context, color, 1.5, DASH)
  }
}

function stroke(context: Context, style: string, width: number, dash: number[]): void {
  context.setAttr('strokeStyle', style)
  context.setAttr('lineWidth', width)
  context.setLineDash(dash)
  context.stroke()
}
