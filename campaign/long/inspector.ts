import { once } from 'node:events'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { answered } from '../deadline'
import { Loss } from '../loss'
import type { ServedSession } from '../served-session'

const replySchema = z.object({
  id: z.int().optional(),
  result: z.object({ result: z.object({ value: z.unknown() }).optional() }).optional(),
})

/** Any free port, where the inspector of a process is asked for later. */
export const INSPECTABLE = { NODE_OPTIONS: '--inspect-port=0' } as const

/** Node's own inspector in an engine: by it memory that nobody uses is given back before it is measured. */
export class Inspector {
  private constructor(private readonly address: string) {}

  /** @param session started with `INSPECTABLE` */
  static async open(session: ServedSession): Promise<Inspector> {
    const address = new Promise<string>((resolve) => {
      let text = ''
      session.onStandardError((part) => {
        text += part
        const found = /Debugger listening on (ws:\S+)/.exec(text)?.[1]
        if (found !== undefined) {
          resolve(found)
        }
      })
    })
    const pid = session.enginePid()
    if (pid === null) {
      throw new Loss('dead', 'there is no engine to look into')
    }
    process.kill(pid, 'SIGUSR1')
    return new Inspector(await answered('the inspector opens', address))
  }

  /** Megabytes that the process takes, after what nobody uses was collected. */
  async settledMegabytes(): Promise<number> {
    const socket = new WebSocket(this.address)
    await answered('the inspector answers', once(socket, 'open'))
    try {
      for (let time = 0; time < 3; time += 1) {
        await ask(socket, 'HeapProfiler.collectGarbage', {})
      }
      const value = await ask(socket, 'Runtime.evaluate', { expression: 'process.memoryUsage.rss()' })
      return z.number().parse(value) / 2 ** 20
    } finally {
      socket.terminate()
    }
  }
}

let lastId = 0

function ask(socket: WebSocket, method: string, params: object): Promise<unknown> {
  lastId += 1
  const id = lastId
  const reply = new Promise<unknown>((resolve) => {
    const listen = (data: Buffer): void => {
      const parsed = replySchema.parse(JSON.parse(data.toString()))
      if (parsed.id === id) {
        socket.off('message', listen)
        resolve(parsed.result?.result?.value)
      }
    }
    socket.on('message', listen)
  })
  socket.send(JSON.stringify({ id, method, params }))
  return answered(`the inspector's ${method}`, reply)
}
