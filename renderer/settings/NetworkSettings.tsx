import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ReactElement } from 'react'
import { networkSettingsSchema } from '../../src/contract/network'
import type { NetworkSettings as Stored } from '../../src/contract/network'
import { changeSettings, useEngineState } from '../state/engine-state'
import { text } from '../text/chosen'
import styles from './Settings.module.css'

const words = text.settings.network

/** Proxy and mirrors for model packs. */
export function NetworkSettings(): ReactElement {
  return (
    <section aria-label={words.title}>
      <h2>{words.title}</h2>
      <p className={styles.dim}>{words.explain}</p>
      <Address name="proxy" />
      <Address name="hubMirror" />
      <Address name="registryMirror" />
    </section>
  )
}

/** Stored when the field is left, and only an address of a server. */
function Address({ name }: { name: keyof Stored }): ReactElement {
  const network = useEngineState(({ settings }) => settings.network)
  const [typed, setTyped] = useState<string | null>(null)
  const wanted = typed?.trim() === '' ? null : (typed?.trim() ?? network[name])
  const isValid = networkSettingsSchema.shape[name].safeParse(wanted).success
  function store(): void {
    if (isValid) {
      if (wanted !== network[name]) {
        changeSettings({ network: { ...network, [name]: wanted } })
      }
      setTyped(null)
    }
  }
  const { label, explain } = words[name]
  return (
    <TextInput
      className={styles.field}
      label={label}
      description={explain}
      placeholder="https://"
      maxLength={2000}
      error={isValid ? null : words.isNoAddress}
      value={typed ?? network[name] ?? ''}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={store}
    />
  )
}
