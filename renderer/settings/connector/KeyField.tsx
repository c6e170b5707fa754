import { Button, PasswordInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { FormEvent, ReactElement } from 'react'
import type { ConnectorKey } from '../../../src/contract/connector'
import styles from '../../connector/Connector.module.css'
import { engine } from '../../engine'
import { text } from '../../text/en'
import { useEngineState } from '../../state/engine-state'
import { attempt } from '../../state/notices'
import { useEndpointOf } from './endpoint'

const words = text.connector

/** A key goes in and never comes back: only that there is one, and for whom. */
export function KeyField(): ReactElement {
  const address = useEngineState((state) => state.settings.connector.address)
  const origin = useEndpointOf(address)?.origin ?? null
  const [typed, setTyped] = useState('')
  const [held, setHeld] = useState<ConnectorKey | null>(null)
  useEffect(() => {
    void attempt(engine.call('connector.key', {})).then(setHeld)
  }, [])
  async function set(key: string | null): Promise<void> {
    const now = await attempt(engine.call('connector.setKey', { key }))
    if (now !== null) {
      setHeld(now)
      setTyped('')
    }
  }
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (typed.trim() !== '') {
      void set(typed.trim())
    }
  }
  return (
    <form className={styles.row} onSubmit={submit}>
      <PasswordInput
        size="xs"
        label={words.key}
        description={explain(held, origin)}
        placeholder={words.keyPlaceholder}
        autoComplete="off"
        maxLength={4000}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={typed.trim() === ''}>
        {words.keySave}
      </Button>
      {held?.origin == null ? null : (
        <Button variant="default" onClick={() => void set(null)}>
          {words.keyForget}
        </Button>
      )}
    </form>
  )
}

function explain(held: ConnectorKey | null, origin: string | null): string {
  if (held?.origin == null) {
    return words.keyNone
  }
  if (origin !== null && held.origin !== origin) {
    return words.keyElsewhere(held.origin)
  }
  return held.isPersisted ? words.keyGiven(held.origin) : words.keyThisRun(held.origin)
}
