import type { Port } from '../src/contract/port'

/** A DOM MessagePort, whose `close` event (Chrome 122 and later) fires when the other side is gone. */
export function channelPort(channel: MessagePort): Port {
  return {
    post: (message) => channel.postMessage(message),
    onMessage(listener) {
      channel.addEventListener('message', (event) => listener(event.data))
      channel.start()
    },
    onClose: (listener) => channel.addEventListener('close', listener),
    close: () => channel.close(),
  }
}

/** A WebSocket that is open; messages are JSON text. */
export function socketPort(socket: WebSocket): Port {
  return {
    post: (message) => socket.send(JSON.stringify(message)),
    onMessage(listener) {
      socket.addEventListener('message', (event) => listener(JSON.parse(String(event.data))))
    },
    onClose: (listener) => socket.addEventListener('close', listener),
    close: () => socket.close(),
  }
}
