import { createClient } from '../src/contract/client'
import type { Client } from '../src/contract/client'
import { engineContract } from '../src/contract/engine'
import type { EngineCommands, EngineEvents } from '../src/contract/engine'
import type { PictureKind } from '../src/contract/picture'
import { portMessage } from '../src/contract/shell'
import type { Shell } from '../src/contract/shell'
import { createRetries } from './retries'
import type { Retries } from './retries'
import { channelPort, socketPort } from './ports'

declare global {
  interface Window {
    deltascribeShell?: Shell
  }
}

/** The shell around this page, or null in a browser. */
export const shell: Shell | null = window.deltascribeShell ?? null

export const engine: Client<EngineCommands, EngineEvents> = createClient(engineContract)

/** `version` of the pair's row, so that a picture made anew is fetched anew. */
export function pictureUrl(pairId: number, kind: PictureKind, version = 0): string {
  return `/picture/${pairId}/${kind}?v=${version}`
}

/** Connects, and again whenever the engine was restarted. */
export function connectEngine(): void {
  if (shell === null) {
    connectSocket(createRetries())
    return
  }
  window.addEventListener('message', (event) => {
    if (event.source === window && event.data === portMessage && event.ports.length === 1) {
      engine.connect(channelPort(event.ports[0]))
    }
  })
}

function connectSocket(retries: Retries): void {
  const socket = new WebSocket(`ws://${window.location.host}/engine`)
  socket.addEventListener('open', () => {
    retries.reset()
    engine.connect(socketPort(socket))
  })
  socket.addEventListener('close', () => {
    window.setTimeout(() => connectSocket(retries), retries.next())
  })
}
