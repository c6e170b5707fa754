import { useEffect } from 'react'
import { useStageView } from './stage-view'

/** Alternates before and after while the view blinks; with reduced motion only a key or a press does. */
export function useBlink(isBlinking: boolean): void {
  const milliseconds = useStageView((state) => state.blinkMilliseconds)
  useEffect(() => {
    if (!isBlinking || prefersStillness()) {
      return
    }
    const timer = setInterval(() => useStageView.getState().stepBlink(), milliseconds)
    return () => clearInterval(timer)
  }, [isBlinking, milliseconds])
}

export function prefersStillness(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches
}
