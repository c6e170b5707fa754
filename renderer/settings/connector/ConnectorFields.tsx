import { TextInput, Button, PasswordInput, Autocomplete } from '@mantine/core'
import { useState, useEffect, useRef } from 'react'
import type { KeyboardEvent, ReactElement, FormEvent } from 'react'
import styles from '../../connector/Connector.module.css'
import { changeConnector } from '../../connector/connector'
import { text } from '../../text/chosen'
import { useEngineState } from '../../state/engine-state'
import {
  agreeToAddress,
  fetchModels,
  forgetModels,
  useModels,
  inspectAddress,
  useEndpointOf,
} from './endpoint'
import type { ConnectorKey } from '../../../src/contract/connector'
import { engine } from '../../engine'
import { attempt } from '../../state/notices'
import { IconRefresh } from '@tabler/icons-react'
import { spellMessage } from '../../text/message'

const words = text.connector

/** Taken when the field is left, in the form in which it is used. */
export function Address(): ReactElement {
  const stored = useEngineState((state) => state.settings.connector.address)
  const [typed, setTyped] = useState<string | null>(null)
  const endpoint = useEndpointOf(typed ?? stored)
  const present = useRef(typed)
  /** What is being looked at. */
  const looking = useRef<string | null>(null)
  function put(text: string | null): void {
    present.current = text
    setTyped(text)
  }
  async function store(): Promise<void> {
    if (typed === null || typed.trim() === stored) {
      put(null)
      return
    }
    if (looking.current === typed) {
      return
    }
    looking.current = typed
    const inspected = await inspectAddress(typed)
    looking.current = looking.current === typed ? null : looking.current
    // something else may have been typed meanwhile
    if (inspected === null || inspected.origin === '' || present.current !== typed) {
      return
    }
    put(null)
    changeConnector({ address: inspected.address })
    forgetModels()
    // what was agreed to before ended with the address
    const resolved = await inspectAddress(inspected.address)
    if (resolved?.problem === null && resolved.isAgreed) {
      void fetchModels()
    } else if (resolved?.problem === null && resolved.howToAgree === null) {
      void agreeToAddress()
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
      error={endpoint?.problem == null ? null : spellMessage(endpoint.problem)}
      spellCheck={false}
      maxLength={2000}
      value={typed ?? stored}
      onChange={(event) => put(event.currentTarget.value)}
      onBlur={() => void store()}
      onKeyDown={onKeyDown}
    />
  )
}

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
      // another key may have been typed meanwhile
      setTyped((present) => (present.trim() === key ? '' : present))
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
        visibilityToggleButtonProps={{ 'aria-label': words.keyShow }}
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

/** One of those that the server lists, or whatever is typed. */
export function ModelField(): ReactElement {
  const stored = useEngineState((state) => state.settings.connector.model)
  const [typed, setTyped] = useState<string | null>(null)
  const { models, isLoading, problem } = useModels()
  function store(model: string | null): void {
    if (model !== null && model.trim() !== stored) {
      changeConnector({ model: model.trim() })
    }
    setTyped(null)
  }
  const listed = models === null ? words.modelExplain : words.listed(models.length)
  return (
    <div className={styles.row}>
      <Autocomplete
        label={words.model}
        description={isLoading ? words.listing : problem === null ? listed : words.notListed(problem)}
        spellCheck={false}
        maxLength={300}
        data={[...new Set(models)]}
        // all of them while nothing was typed
        filter={({ options }) => (typed === null ? options : options.filter((each) => matches(each, typed)))}
        value={typed ?? stored}
        onChange={setTyped}
        onOptionSubmit={store}
        onBlur={() => store(typed)}
      />
      <Button
        variant="default"
        loading={isLoading}
        leftSection={<IconRefresh size={14} />}
        onClick={() => void fetchModels()}
      >
        {words.list}
      </Button>
    </div>
  )
}

function matches(option: object, typed: string): boolean {
  return 'value' in option && String(option.value).toLowerCase().includes(typed.trim().toLowerCase())
}
