import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { LineWatch, beatOf } from '../../contract/line'

/**
 * Tells a page at each turn that its server is there, asks the browser whether it is, and ends the socket of one that
 * is gone. A browser answers by itself, however busy the page is.
 * @param stream that the socket lies on
 */
export function watchPage(client: WebSocket, stream: Duplex, turnMilliseconds: number): void {
  const watch = new LineWatch()
  const sent = (): number => (stream instanceof Socket ? stream.bytesWritten : 0)
  let arrived = sent()
  // parts of a message that is still under way count too
  stream.on('data', () => watch.heard())
  client.on('pong', (data) => {
    arrived = Number(data.toString())
  })
  const turn = (): void => {
    watch.bytesAhead = sent() - arrived
    if (watch.turn()) {
      client.terminate()
      return
    }
    // ahead of the ping, so that its answer is that this has arrived too
    client.send(JSON.stringify(beatOf(0)))
    client.ping(String(sent()))
  }
  // after what came in while this process had no time
  const timer = setInterval(() => setImmediate(turn), turnMilliseconds)
  timer.unref()
  client.on('close', () => clearInterval(timer))
}

/** The sockets of pages that name themselves. */
export class PageSockets {
  private readonly sockets = new Map<string, WebSocket>()

  /**
   * Ends the one that the page had before: what it sent there it sends again here, and the line may still bring the
   * first one, after later commands.
   */
  add(page: string | null, socket: WebSocket): void {
    if (page === null) {
      return
    }
    const before = this.sockets.get(page)
    before?.removeAllListeners('message')
    before?.terminate()
    this.sockets.set(page, socket)
    socket.on('close', () => {
      if (this.sockets.get(page) === socket) {
        this.sockets.delete(page)
      }
    })
  }
}
