import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

/** A line to a port of this machine that can go dead: neither end hears of it. */
export interface TestLine {
  port: number
  die(): void
  /** Brings what was sent meanwhile, too. */
  revive(): void
  close(): void
}

export async function startLine(target: number): Promise<TestLine> {
  let isDead = false
  let held: (() => void)[] = []
  const ends = new Set<Socket>()
  const deliver = (what: () => void): void => {
    if (isDead) {
      held.push(what)
    } else {
      what()
    }
  }
  const pass = (from: Socket, to: Socket): void => {
    ends.add(from)
    from.on('data', (part) => deliver(() => to.write(part)))
    from.on('error', () => from.destroy())
    from.on('close', () => {
      ends.delete(from)
      deliver(() => to.destroy())
    })
  }
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    pass(near, far)
    pass(far, near)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    die() {
      isDead = true
    },
    revive() {
      isDead = false
      held.forEach((what) => what())
      held = []
    },
    close() {
      ends.forEach((end) => end.destroy())
      server.close()
    },
  }
}
