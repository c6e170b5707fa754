import { createClient } from '../src/contract/client'
import type { Client } from '../src/contract/client'
import { engineContract } from '../src/contract/engine'
import type { EngineCommands, EngineEvents } from '../src/contract/engine'
import type { PictureKind, PictureTile } from '../src/contract/picture'
import { failWith } from '../src/contract/errors'
import { LineWatch, TURN_MILLISECONDS, bytesOfBeat, isLarge } from '../src/contract/line'
import { Inbox, MOST_MESSAGE_BYTES } from '../src/contract/port'
import type { Port } from '../src/contract/port'
import { PORT_MESSAGE } from '../src/contract/shell'
import type { Shell } from '../src/contract/shell'
import { chosenTexts } from './text/choice'

/** Milliseconds before the first retry, the second, and so on; the last for all that follow. */
const WAITS = [100, 250, 500, 1000, 2000]

/** How long to wait for an engine that is restarting. */
export interface Retries {
  /** Milliseconds to wait before the next attempt. */
  next(): number
  /** It is there again: the next loss begins with the shortest wait. */
  reset(): void
}

export function createRetries(): Retries {
  let failures = 0
  return {
    next() {
      const wait = WAITS[Math.min(failures, WAITS.length - 1)]
      failures += 1
      return wait
    },
    reset() {
      failures = 0
    },
  }
}

declare global {
  interface Window {
    deltascribeShell?: Shell
  }
}

/** The shell around this page, or null in a browser. */
export const shell: Shell | null = window.deltascribeShell ?? null

export const engine: Client<EngineCommands, EngineEvents> = createClient(engineContract)

/**
 * `version` of the pair's row and `key` of how its values are shown, so that a picture made anew is fetched anew.
 */
export function pictureUrl(pairId: number, kind: PictureKind, version = 0, key = ''): string {
  return `/picture/${pairId}/${kind}${queryOf(version, key)}`
}

/** Of a pair whose pictures come as tiles. */
export function tileUrl(
  pairId: number,
  kind: PictureKind,
  { level, column, row }: PictureTile,
  version: number,
  key: string,
): string {
  return `/picture/${pairId}/${kind}/${level}/${column}/${row}${queryOf(version, key)}`
}

function queryOf(version: number, key: string): string {
  return `?v=${version}${key === '' ? '' : `&m=${encodeURIComponent(key)}`}`
}

/** Of a team: a page goes on for the person that it began for, so that no edit gets another name. */
let person: string | null = null
/** Of this page, until it is loaded anew: the server hears it over one socket alone. */
const PAGE = crypto.randomUUID()
const closedListeners = new Set<() => void>()

/** From now on the page connects for this person alone. */
export function stayWith(name: string): void {
  person = name
}

/** Whenever there was no connection, or it was lost. Returns the function that stops listening. */
export function onSocketClosed(listener: () => void): () => void {
  closedListeners.add(listener)
  return () => closedListeners.delete(listener)
}

function socketAddress(): string {
  const { protocol, host } = window.location
  const query = new URLSearchParams(person === null ? { page: PAGE } : { page: PAGE, person })
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/engine?${query.toString()}`
}

/** Connects, and again whenever the engine was restarted or a server is gone. */
export function connectEngine(turnMilliseconds = TURN_MILLISECONDS): void {
  if (shell === null) {
    connectSocket(createRetries(), turnMilliseconds)
    return
  }
  window.addEventListener('message', (event) => {
    if (event.source === window && event.data === PORT_MESSAGE && event.ports.length === 1) {
      engine.connect(channelPort(event.ports[0]))
    }
  })
}

function connectSocket(retries: Retries, turnMilliseconds: number): void {
  const socket = new WebSocket(socketAddress())
  const watch = new LineWatch()
  const port = socketPort(socket, watch)
  // an address that does not answer is tried again as well
  const timer = window.setInterval(() => {
    if (watch.turn()) {
      port.close()
    }
  }, turnMilliseconds)
  socket.addEventListener('open', () => {
    retries.reset()
    watch.heard()
    engine.connect(port)
  })
  port.onClose(() => {
    window.clearInterval(timer)
    closedListeners.forEach((listener) => listener())
    window.setTimeout(() => connectSocket(retries, turnMilliseconds), retries.next())
  })
}

/** A DOM MessagePort, whose `close` event (Chrome 122 and later) fires when the other side is gone. */
export function channelPort(channel: MessagePort): Port {
  const inbox = new Inbox()
  channel.addEventListener('close', () => inbox.close())
  return {
    post: (message) => channel.postMessage(message),
    onMessage(listener) {
      channel.addEventListener('message', (event) => listener(event.data))
      channel.start()
    },
    onClose: (listener) => inbox.onClose(listener),
    close: () => channel.close(),
  }
}

/** The other side would close the connection. @throws ContractError `invalid-input` */
function sendable(text: string): string {
  // a character takes three bytes at most
  if (text.length > MOST_MESSAGE_BYTES / 3 && new Blob([text]).size > MOST_MESSAGE_BYTES) {
    throw failWith('invalid-input', chosenTexts().shell.tooLarge)
  }
  return text
}

/** Messages are JSON text. Its end does not wait for the server's consent, which a dead line never brings. */
function socketPort(socket: WebSocket, watch: LineWatch): Port {
  const inbox = new Inbox()
  const close = (): void => {
    inbox.close()
    socket.close()
  }
  socket.addEventListener('close', close)
  socket.addEventListener('message', (event) => {
    const text = String(event.data)
    const message: unknown = JSON.parse(text)
    const announced = bytesOfBeat(message)
    watch.heard()
    watch.bytesAhead += announced ?? (isLarge(text.length) ? -text.length : 0)
    if (announced === null) {
      inbox.receive(message)
    }
  })
  return {
    post: (message) => socket.send(sendable(JSON.stringify(message))),
    onMessage: (listener) => inbox.onMessage(listener),
    onClose: (listener) => inbox.onClose(listener),
    close,
  }
}
