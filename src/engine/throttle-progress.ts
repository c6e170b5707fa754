const PROGRESS_MILLISECONDS = 200

/** Progress five times a second at most, and at the end: each chunk of a download would be an event. */
export function throttleProgress(
  progress: (done: number, total: number) => void,
): (done: number, total: number) => void {
  let last = 0
  return (done, total) => {
    const now = performance.now()
    if (now - last >= PROGRESS_MILLISECONDS || done === total) {
      last = now
      progress(done, total)
    }
  }
}
