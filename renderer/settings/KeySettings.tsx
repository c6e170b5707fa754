import { ActionIcon, Button, TextInput, Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconRotate } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { ReactElement } from 'react'
import type { Action } from '../keys/bindings'
import { conflictsOf, combinationsOf, keyPressOf } from '../keys/bindings'
import { actions, presentBindings } from '../keys/actions'
import { GROUPS, KeyCaps, matchesFilter } from '../keys/KeyList'
import { text } from '../text/chosen'
import { changeSettings, useEngineState } from '../state/engine-state'
import styles from './Settings.module.css'

const words = text.settings

export function KeySettings(): ReactElement {
  const keys = useEngineState((state) => state.settings.keys)
  const [filter, setFilter] = useState('')
  const [changingId, setChangingId] = useState<string | null>(null)
  return (
    <section aria-label={words.keys}>
      <h2>{words.keys}</h2>
      <p className={styles.dim}>{words.keysExplain}</p>
      <div className={styles.keyBar}>
        <TextInput
          aria-label={words.keysFilter}
          placeholder={words.keysFilter}
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
        />
        <Button
          variant="default"
          disabled={Object.keys(keys).length === 0}
          onClick={() => changeSettings({ keys: {} })}
        >
          {words.resetAll}
        </Button>
      </div>
      {GROUPS.map((group) => {
        const shown = actions.filter((action) => action.group === group && matchesFilter(action, filter))
        return shown.length === 0 ? null : (
          <div key={group}>
            <h3>{text.keys.groups[group]}</h3>
            {shown.map((action) => (
              <KeyRow
                key={action.id}
                action={action}
                isOwn={Object.hasOwn(keys, action.id)}
                isChanging={action.id === changingId}
                onChanging={(isChanging) => setChangingId(isChanging ? action.id : null)}
              />
            ))}
          </div>
        )
      })}
      {actions.some((action) => matchesFilter(action, filter)) ? null : (
        <output className={styles.dim}>{text.keys.nothingFound}</output>
      )}
    </section>
  )
}

/** Null takes the default back. */
function storeKeys(actionId: string, chosen: string | null): void {
  const keys = { ...useEngineState.getState().settings.keys }
  const action = actions.find(({ id }) => id === actionId)
  if (chosen === null || chosen === action?.defaultKey) {
    delete keys[actionId]
  } else {
    keys[actionId] = chosen
  }
  changeSettings({ keys })
}

interface KeyRowProps {
  action: Action
  isOwn: boolean
  isChanging: boolean
  onChanging(isChanging: boolean): void
}

function KeyRow({ action, isOwn, isChanging, onChanging }: KeyRowProps): ReactElement {
  const bindings = presentBindings()
  const combinations = bindings.get(action.id) ?? []
  const conflicts = conflictsOf(action, actions, bindings)
  const key = useRef<HTMLButtonElement>(null)
  const wasChanging = useRef(false)
  useEffect(() => {
    // the focus was on what took the key, which is gone
    if (wasChanging.current && !isChanging && document.activeElement === document.body) {
      key.current?.focus()
    }
    wasChanging.current = isChanging
  }, [isChanging])
  return (
    <div className={styles.keyRow}>
      <span className={styles.keyLabel}>{action.label}</span>
      {conflicts.length === 0 ? null : (
        <span className={styles.conflict}>
          <IconAlertTriangle size={14} aria-hidden />
          {words.conflict(conflicts.map(({ label }) => `“${label}”`).join(', '))}
        </span>
      )}
      {isChanging ? (
        <KeyCatcher
          label={action.label}
          onCaught={(chosen) => {
            onChanging(false)
            if (chosen !== undefined) {
              storeKeys(action.id, chosen)
            }
          }}
        />
      ) : (
        <UnstyledButton ref={key} className={styles.key} onClick={() => onChanging(true)}>
          <VisuallyHidden component="span">{words.change(action.label)}</VisuallyHidden>
          {combinations.length === 0 ? words.noKey : <KeyCaps combinations={combinations} />}
        </UnstyledButton>
      )}
      {isOwn ? (
        <Tooltip label={words.reset(action.label)}>
          <ActionIcon
            size={22}
            aria-label={words.reset(action.label)}
            onClick={() => storeKeys(action.id, null)}
          >
            <IconRotate size={14} />
          </ActionIcon>
        </Tooltip>
      ) : (
        <span className={styles.noReset} />
      )}
    </div>
  )
}

/** Takes the next key before any other listener; undefined keeps the present one. */
function KeyCatcher(props: { label: string; onCaught(chosen: string | undefined): void }): ReactElement {
  const { label, onCaught } = props
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      const [combination] = combinationsOf(keyPressOf(event))
      if (combination === undefined) {
        return
      }
      event.preventDefault()
      event.stopPropagation()
      onCaught(combination === 'Escape' ? undefined : combination === 'Backspace' ? '' : combination)
    }
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [onCaught])
  return (
    <UnstyledButton
      className={styles.catching}
      aria-label={`${words.pressKey} ${label}`}
      ref={(button) => button?.focus()}
      onClick={() => onCaught(undefined)}
      onBlur={() => onCaught(undefined)}
    >
      {words.pressKey}
    </UnstyledButton>
  )
}
