import { expect, test, vi } from 'vitest'

/** Sockets in the order in which they were made, and the waits between them. */
const sockets: EventTarget[] = []
const waits: number[] = []

vi.stubGlobal('window', {
  location: { host: 'here' },
  setTimeout(retry: () => void, milliseconds: number) {
    waits.push(milliseconds)
    retry()
  },
  setInterval: () => 0,
  clearInterval: () => undefined,
})
vi.stubGlobal(
  'WebSocket',
  class extends EventTarget {
    constructor() {
      super()
      sockets.push(this)
    }
    close(): void {}
  },
)

const { connectEngine } = await import('./engine')

function last(event: 'open' | 'close'): void {
  sockets.at(-1)?.dispatchEvent(new Event(event))
}

test('an engine that was there is looked for at once again, one that is not less and less often', () => {
  connectEngine()
  for (let failure = 0; failure < 6; failure += 1) {
    last('close')
  }
  expect(waits).toEqual([100, 250, 500, 1000, 2000, 2000])
  last('open')
  last('close')
  expect(waits.at(-1)).toBe(100)
})
