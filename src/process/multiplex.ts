import { z } from 'zod'
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
      channels.get(packet.channel)?.closed()
      channels.delete(packet.channel)
    } else {
      channels.get(packet.channel)?.receive(packet.message)
    }
  })
  carrier.onClose(() => channels.forEach((channel) => channel.closed()))

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
  private readonly send: (action: 'message' | 'close', message: unknown) => void
  private readonly waiting: unknown[] = []
  private messageListener: ((message: unknown) => void) | null = null
  private readonly closeListeners: (() => void)[] = []

  constructor(send: (action: 'message' | 'close', message: unknown) => void) {
    this.send = send
  }

  post(message: unknown): void {
    this.send('message', message)
  }

  onMessage(listener: (message: unknown) => void): void {
    this.messageListener = listener
    this.waiting.splice(0).forEach((message) => listener(message))
  }

  onClose(listener: () => void): void {
    this.closeListeners.push(listener)
  }

  close(): void {
    this.send('close', null)
    this.closed()
  }

  receive(message: unknown): void {
    if (this.messageListener === null) {
      this.waiting.push(message)
    } else {
      this.messageListener(message)
    }
  }

  closed(): void {
    this.closeListeners.splice(0).forEach((listener) => listener())
  }
}
