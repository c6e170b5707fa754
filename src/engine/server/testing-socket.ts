import { once } from 'node:events'
import { WebSocket } from 'ws'

/** A request with the number 1, as a hostile page may write it. */
export const request1 = (command: string, input: unknown): string =>
  JSON.stringify({ kind: 'request', id: 1, command, input })

/** @param address of the served app, with the cookie of its browser in the headers */
export async function openSocketAt(
  { host, origin }: URL,
  headers: Readonly<Record<string, string>>,
): Promise<WebSocket> {
  const socket = new WebSocket(`ws://${host}/engine`, { headers: { Origin: origin, ...headers } })
  await once(socket, 'open')
  socket.on('error', () => undefined)
  return socket
}

/** The reply with the number 1, or the code that the socket was closed with. */
export function ask(socket: WebSocket, message: string | Buffer): Promise<unknown> {
  return new Promise((resolve) => {
    socket.on('close', (code) => resolve({ closed: code }))
    socket.on('message', (data: Buffer) => {
      const reply = JSON.parse(data.toString()) as { id?: number }
      if (reply.id === 1) {
        resolve(reply)
      }
    })
    socket.send(message)
  })
}
