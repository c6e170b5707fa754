import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { KeyboardEvent, ReactElement } from 'react'
import styles from '../../connector/Connector.module.css'
import { changeConnector } from '../../connector/target'
import { text } from '../../text/en'
import { useLive } from '../../ui/live'
import { askModels, forgetModels } from './models'
import { askPlace, useConsent, usePlaceOf } from './place'

const words = text.connector

/** Taken when the field is left, in the form in which it is used. */
export function Address(): ReactElement {
  const stored = useLive((live) => live.settings.connector.address)
  const [typed, setTyped] = useState<string | null>(null)
  const place = usePlaceOf(typed ?? stored)
  async function store(): Promise<void> {
    if (typed === null || typed.trim() === stored) {
      setTyped(null)
      return
    }
    const found = await askPlace(typed)
    if (found === null || found.origin === '') {
      return
    }
    setTyped(null)
    changeConnector({ address: found.address })
    forgetModels()
    const { agreedTo } = useLive.getState().settings.connector
    if (found.reach === 'public' && found.problem === null && agreedTo !== found.origin) {
      useConsent.setState({ place: found, isOpen: true })
    } else if (found.problem === null) {
      void askModels()
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
      description={[place === null ? '' : words.reach[place.reach], words.addressExplain].join(' ').trim()}
      error={place?.problem}
      spellCheck={false}
      maxLength={2000}
      value={typed ?? stored}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => void store()}
      onKeyDown={onKeyDown}
    />
  )
}
