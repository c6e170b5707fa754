import { z } from 'zod'
import { Inbox } from '../contract/port'
import type { Port } from '../contract/port'

/**
 * Many ports over one. Channel 0 is there from the start; the side that calls `open` makes the others.
 * Used where a port itself cannot be handed over: between Node processes.
 */
const packetSchema = z.object({
  channel: z.int(),
  action: z.enum(['open', 'message', 'close']),
  message: z.unknown(),
})
type Packet = z.infer<typeof packetSchema>

export interface Multiplexer {
  control: Port
  /** @param greeting told to the other side, before all messages of the port */
  open(greeting?: unknown): Port
  onOpen(listener: (port: Port, greeting: unknown) => void): void
}

export function multiplex(carrier: Port): Multiplexer {
  const channels = new Map<number, Channel>()
  let nextChannel = 1
  let openListener: ((port: Port, greeting: unknown) => void) | null = null

  function add(id: number): Channel {
    const channel = new Channel((action, message) => {
      carrier.post({ channel: id, action, message } satisfies Packet)
      if (action === 'close') {
        channels.delete(id)
      }
    })
    channels.set(id, channel)
    return channel
  }

  const control = add(0)
  carrier.onMessage((data) => {
    const packet = packetSchema.parse(data)
    if (packet.action === 'open') {
      openListener?.(add(packet.channel), packet.message)
    } else if (packet.action === 'close') {
      channels.get(packet.channel)?.inbox.close()
      channels.delete(packet.channel)
    } else {
      channels.get(packet.channel)?.inbox.receive(packet.message)
    }
  })
  carrier.onClose(() => channels.forEach((channel) => channel.inbox.close()))

  return {
    control,
    open(greeting = null) {
      const id = nextChannel
      nextChannel += 1
      const channel = add(id)
      carrier.post({ channel: id, action: 'open', message: greeting } satisfies Packet)
      return channel
    },
    onOpen(listener) {
      openListener = listener
    },
  }
}

class Channel implements Port {
  readonly inbox = new Inbox()

  constructor(private readonly send: (action: 'message' | 'close', message: unknown) => void) {}

  post(message: unknown): void {
    this.send('message', message)
  }

  onMessage(listener: (message: unknown) => void): void {
    this.inbox.onMessage(listener)
  }

  onClose(listener: () => void): void {
    this.inbox.onClose(listener)
  }

  close(): void {
    this.send('close', null)
    this.inbox.close()
  }
}
