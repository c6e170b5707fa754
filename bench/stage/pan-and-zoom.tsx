import { imagePoint, stagePoint } from '../../renderer/review/stage/camera'
import { useStageView } from '../../renderer/review/stage/stage-view'

/**
 * Moves the camera with each frame: a third of them go in to the image's own pixels, a third along, a third out again.
 * Starts with the whole image.
 * @returns milliseconds from each frame to the next
 */
export async function panAndZoom(frames: number): Promise<number[]> {
  const third = Math.floor(frames / 3)
  const view = useStageView.getState
  view().fit()
  const { image, pane, pixelRatio } = view()
  const fitted = view().camera.scale
  const factor = (1 / pixelRatio / fitted) ** (1 / third)
  const at = stagePoint(pane.width * 0.6, pane.height * 0.45)
  const intervals: number[] = []
  let last = await nextFrame()
  for (let frame = 0; frame < 3 * third; frame += 1) {
    if (frame < third) {
      view().zoomAt(at, factor)
    } else if (frame < 2 * third) {
      view().panBy(-31, -17)
    } else {
      view().zoomAt(at, 1 / factor)
    }
    const now = await nextFrame()
    intervals.push(now - last)
    last = now
  }
  useStageView.setState({
    camera: { center: imagePoint(image.width / 2, image.height / 2), scale: fitted },
  })
  return intervals
}

function nextFrame(): Promise<number> {
  return new Promise((resolve) => requestAnimationFrame(() => resolve(performance.now())))
}
