import { expect, test } from 'vitest'
import type { Port } from '../contract/port'
import { portPair } from '../contract/port'
import { multiplex } from './multiplex'

async function openChannel(): Promise<{ near: Port; far: Port; carrier: Port }> {
  const [carrier, other] = portPair(structuredClone)
  const opened = new Promise<Port>((resolve) => multiplex(other).onOpen(resolve))
  const near = multiplex(carrier).open()
  return { near, far: await opened, carrier }
}

test.each(['near', 'carrier'] as const)(
  'all who listen are told once that the other end is gone, by its %s',
  async (end) => {
    const channel = await openChannel()
    const heard: string[] = []
    channel.far.onClose(() => heard.push('first'))
    channel.far.onClose(() => heard.push('second'))
    channel[end].close()
    await new Promise(setImmediate)
    channel.far.close()
    await new Promise(setImmediate)
    expect(heard).toEqual(['first', 'second'])
  },
)
