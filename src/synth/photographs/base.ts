import { multiply, rotation, scaling, translation } from './affine'
import type { Affine } from './affine'
import { MARGIN } from './canvas'
import type { Canvas } from './canvas'
import type { Photograph } from './library'
import { reduceLevels } from './nuisances/levels'
import type { ComposePlan } from './plan'
import { drawImage } from './sample'

/** What both frames show before anything is changed. */
export function drawBase(plan: ComposePlan, photograph: Photograph): Canvas {
  const [width, height] = [plan.width + 2 * MARGIN, plan.height + 2 * MARGIN]
  const data = drawImage(photograph.image, baseMap(plan, photograph), width, height)
  const canvas = { width, height, data }
  if (plan.base.fewLevels !== null) {
    reduceLevels(canvas, plan.base.fewLevels)
  }
  return canvas
}

/** From pixels of the canvas to pixels of the photograph. */
export function baseMap({ base, width, height }: ComposePlan, { image }: Photograph): Affine {
  const [across, down] = [width + 2 * MARGIN, height + 2 * MARGIN]
  const isOnSide = base.quarterTurns % 2 === 1
  const [seenAcross, seenDown] = isOnSide ? [down, across] : [across, down]
  const scale = base.crop * Math.min(image.width / seenAcross, image.height / seenDown)
  const middleX = (scale * seenAcross) / 2 + base.x * (image.width - scale * seenAcross)
  const middleY = (scale * seenDown) / 2 + base.y * (image.height - scale * seenDown)
  const turned = multiply(
    rotation((base.quarterTurns * Math.PI) / 2),
    scaling(base.isMirrored ? -scale : scale, scale),
  )
  return multiply(translation(middleX, middleY), multiply(turned, translation(-across / 2, -down / 2)))
}
