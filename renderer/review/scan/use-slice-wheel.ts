import { useEffect } from 'react'
import type { RefObject } from 'react'
import { presentScan } from './scan-store'
import { stepSlice } from './slices'

/** Pixels of scrolling that are one slice: half a notch of a wheel. */
const SLICE_PIXELS = 50

/** The wheel with Alt moves through the slices of a stack, in place of zooming. */
export function useSliceWheel(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const place = element.current
    let sum = 0
    const turn = (event: WheelEvent): void => {
      if (!event.altKey || event.ctrlKey || presentScan()?.after.shown == null) {
        return
      }
      event.preventDefault()
      event.stopPropagation()
      sum += event.deltaY
      if (Math.abs(sum) >= SLICE_PIXELS) {
        stepSlice(sum > 0 ? 1 : -1)
        sum = 0
      }
    }
    // before the canvas, which zooms
    const options = { capture: true, passive: false }
    place?.addEventListener('wheel', turn, options)
    return () => place?.removeEventListener('wheel', turn, options)
  })
}
