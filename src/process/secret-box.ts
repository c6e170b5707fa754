import { utilityMessageSchema } from './utility'
import type { UtilityParent } from './utility'

/** Encrypts short texts for this user of this system, so that they can lie in a file. */
export interface SecretBox {
  /** Null where the system has no key store. */
  seal(text: string): Promise<string | null>
  /** Null where it cannot be read any more. */
  unseal(sealed: string): Promise<string | null>
}

/** Plain Node has none. */
export const noSecretBox: SecretBox = {
  seal: () => Promise.resolve(null),
  unseal: () => Promise.resolve(null),
}

/** Electron's safe storage, which only its main process has. */
export function utilitySecretBox(parent: UtilityParent): SecretBox {
  const waiting = new Map<number, (text: string | null) => void>()
  let nextId = 1
  parent.on('message', ({ data }) => {
    const message = utilityMessageSchema.parse(data)
    if (message.electron === 'sealed') {
      waiting.get(message.id)?.(message.text)
      waiting.delete(message.id)
    }
  })
  function ask(electron: 'seal' | 'unseal', text: string): Promise<string | null> {
    return new Promise((resolve) => {
      const id = nextId
      nextId += 1
      waiting.set(id, resolve)
      parent.postMessage({ electron, id, text })
    })
  }
  return { seal: (text) => ask('seal', text), unseal: (sealed) => ask('unseal', sealed) }
}
