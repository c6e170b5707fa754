import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'

/**
 * Machines in a network of their own on this one: network namespaces, joined by a bridge, each with an address and no
 * other way out.
 */
export class Machines {
  readonly hostAddress = `${NETWORK}.1`
  readonly network = `${NETWORK}.0/24`
  private readonly names: string[] = []

  constructor(count: number) {
    removeLeftOver()
    ip('link', 'add', BRIDGE, 'type', 'bridge')
    ip('address', 'add', `${this.hostAddress}/24`, 'dev', BRIDGE)
    ip('link', 'set', BRIDGE, 'up')
    for (let index = 0; index < count; index += 1) {
      this.addMachine(index)
    }
  }

  /** Program and first arguments of a command that runs on the machine of this index. */
  at(index: number): string[] {
    return ['ip', 'netns', 'exec', this.names[index]]
  }

  remove(): void {
    this.names.forEach((name) => ip('netns', 'delete', name))
    ip('link', 'delete', BRIDGE)
  }

  private addMachine(index: number): void {
    const [name, cable] = [`${BRIDGE}-${index}`, `${BRIDGE}${index}`]
    ip('netns', 'add', name)
    this.names.push(name)
    ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', CARD, 'netns', name)
    ip('link', 'set', cable, 'master', BRIDGE, 'up')
    ip('-n', name, 'address', 'add', `${NETWORK}.${index + 10}/24`, 'dev', CARD)
    ip('-n', name, 'link', 'set', CARD, 'up')
    ip('-n', name, 'link', 'set', 'lo', 'up')
  }
}

const NETWORK = '10.219.73'
const BRIDGE = 'dsbench'
const CARD = 'eth0'

function ip(...words: string[]): void {
  execFileSync('ip', words, { stdio: ['ignore', 'ignore', 'pipe'] })
}

/** Of a run that was killed. */
function removeLeftOver(): void {
  const listed = execFileSync('ip', ['netns', 'list'], { encoding: 'utf8' })
  for (const [name] of listed.matchAll(new RegExp(`^${BRIDGE}-\\d+`, 'gm'))) {
    ip('netns', 'delete', name)
  }
  if (existsSync(`/sys/class/net/${BRIDGE}`)) {
    ip('link', 'delete', BRIDGE)
  }
}

/** Null where machines can be made. */
export function whyNoMachines(): string | null {
  if (process.platform !== 'linux' || userInfo().uid !== 0) {
    return 'network namespaces need root on Linux'
  }
  const probe = `${BRIDGE}-probe`
  try {
    ip('netns', 'add', probe)
    ip('netns', 'delete', probe)
    return null
  } catch {
    return 'network namespaces cannot be made here'
  }
}
