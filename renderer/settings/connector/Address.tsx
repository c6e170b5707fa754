import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { KeyboardEvent, ReactElement } from 'react'
import styles from '../../connector/Connector.module.css'
import { changeConnector } from '../../connector/target'
import { text } from '../../text/en'
import { useEngineState } from '../../state/engine-state'
import { fetchModels, forgetModels } from './models'
import { inspectAddress, useConsent, useEndpointOf } from './endpoint'

const words = text.connector

/** Taken when the field is left, in the form in which it is used. */
export function Address(): ReactElement {
  const stored = useEngineState((state) => state.settings.connector.address)
  const [typed, setTyped] = useState<string | null>(null)
  const endpoint = useEndpointOf(typed ?? stored)
  async function store(): Promise<void> {
    if (typed === null || typed.trim() === stored) {
      setTyped(null)
      return
    }
    const inspected = await inspectAddress(typed)
    if (inspected === null || inspected.origin === '') {
      return
    }
    setTyped(null)
    changeConnector({ address: inspected.address })
    forgetModels()
    const { agreedTo } = useEngineState.getState().settings.connector
    if (inspected.reach === 'public' && inspected.problem === null && agreedTo !== inspected.origin) {
      useConsent.setState({ endpoint: inspected, isOpen: true })
    } else if (inspected.problem === null) {
      void fetchModels()
    }
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter') {
      void store()
    }
  }
  return (
    <TextInput
      className={styles.field}
      label={words.address}
      description={[endpoint === null ? '' : words.reach[endpoint.reach], words.addressExplain]
        .join(' ')
        .trim()}
      error={endpoint?.problem}
      spellCheck={false}
      maxLength={2000}
      value={typed ?? stored}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => void store()}
      onKeyDown={onKeyDown}
    />
  )
}
