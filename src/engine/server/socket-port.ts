import type { WebSocket } from 'ws'
import { isLarge, beatOf } from '../../contract/line'
import { Inbox, isTooDeep, tooDeepReply } from '../../contract/port'
import type { Port } from '../../contract/port'

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
  const inbox = new Inbox()
  socket.on('message', (data: Buffer) => {
    try {
      receive(socket, JSON.parse(data.toString('utf8')), (message) => inbox.receive(message))
    } catch {
      socket.close(UNUSABLE_DATA, 'The message cannot be read.')
    }
  })
  socket.on('close', () => inbox.close())
  return {
    post(message) {
      const text = JSON.stringify(message)
      if (isLarge(text.length)) {
        socket.send(JSON.stringify(beatOf(text.length)))
      }
      socket.send(text)
    },
    onMessage: (listener) => inbox.onMessage(listener),
    onClose: (listener) => inbox.onClose(listener),
    close: () => socket.close(),
  }
}
