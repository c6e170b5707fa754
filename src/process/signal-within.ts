/**
 * Aborts with the signal, or with a TimeoutError after so many milliseconds. Not by `AbortSignal.timeout`: in Node 20
 * one that `AbortSignal.any` alone holds is collected, and never fires.
 */
export function signalWithin(signal: AbortSignal, milliseconds: number): AbortSignal {
  const late = new AbortController()
  const abort = (): void => late.abort(new DOMException('It took too long', 'TimeoutError'))
  setTimeout(abort, milliseconds).unref()
  return AbortSignal.any([signal, late.signal])
}
