import type { WebSocket } from 'ws'
import { isTooDeep, tooDeepReply } from '../contract/port'
import type { Port } from '../contract/port'

/** RFC 6455, 7.4.1. */
const UNUSABLE_DATA = 1003

/** Rejects deeply nested messages: passing them on to the engine would overflow the stack. */
function receive(socket: WebSocket, message: unknown, listener: (message: unknown) => void): void {
  if (!isTooDeep(message)) {
    listener(message)
    return
  }
  const reply = tooDeepReply(message)
  if (reply === null) {
    socket.close(UNUSABLE_DATA, 'The message is nested too deep.')
  } else {
    socket.send(JSON.stringify(reply))
  }
}

/** A browser's socket; messages are JSON text. */
export function socketPort(socket: WebSocket): Port {
  // a broken protocol or too large a message; the socket closes by itself afterwards
  socket.on('error', () => {})
  return {
    post: (message) => socket.send(JSON.stringify(message)),
    onMessage: (listener) => {
      socket.on('message', (data: Buffer) => {
        try {
          receive(socket, JSON.parse(data.toString('utf8')), listener)
        } catch {
          socket.close(UNUSABLE_DATA, 'The message cannot be read.')
        }
      })
    },
    onClose: (listener) => socket.on('close', listener),
    close: () => socket.close(),
  }
}
