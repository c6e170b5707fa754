/** Times from pointer events to painted frames, taken in the page. */
export interface StrokeTimes {
  /** Milliseconds from the event's own time stamp to the end of the frame that shows it. */
  toPaint: number[]
  /** Milliseconds that the main thread spent in the handlers of one event. */
  inHandlers: number[]
}

/**
 * A frame ends when its rendering is done on the main thread: the first task after `requestAnimationFrame`
 * callbacks, style, layout, paint and commit. It is posted within the frame, so nothing runs in between.
 */
function measureEvents(): { stop(): StrokeTimes } {
  const times: StrokeTimes = { toPaint: [], inHandlers: [] }
  const channel = new MessageChannel()
  let waiting: number[] = []
  let ready: number[][] = []
  let request = 0
  channel.port1.addEventListener('message', () => {
    const now = performance.now()
    ready.shift()?.forEach((stamp) => times.toPaint.push(now - stamp))
  })
  channel.port1.start()

  function onFrame(): void {
    request = 0
    ready.push(waiting)
    waiting = []
    channel.port2.postMessage(null)
  }

  const listening = new AbortController()
  const { signal } = listening
  for (const type of ['pointerdown', 'pointermove', 'pointerup'] as const) {
    let start = 0
    window.addEventListener(type, () => (start = performance.now()), { signal, capture: true })
    window.addEventListener(
      type,
      (event) => {
        times.inHandlers.push(performance.now() - start)
        waiting.push(event.timeStamp)
        request = request === 0 ? requestAnimationFrame(onFrame) : request
      },
      { signal },
    )
  }
  return {
    stop() {
      listening.abort()
      cancelAnimationFrame(request)
      ready = []
      return times
    },
  }
}

let present: { stop(): StrokeTimes } | null = null

export const measure = {
  start(): void {
    present = measureEvents()
  },
  stop(): StrokeTimes {
    const times = present?.stop() ?? { toPaint: [], inHandlers: [] }
    present = null
    return times
  },
}
