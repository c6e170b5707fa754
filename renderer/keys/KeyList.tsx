import { Kbd, Modal, TextInput, VisuallyHidden } from '@mantine/core'
import { Fragment, useState } from 'react'
import type { ReactElement } from 'react'
import { text } from '../text/chosen'
import { useEngineState } from '../state/engine-state'
import { useRoute } from '../state/route'
import type { Action, ActionGroup } from './bindings'
import { isMac, keyCaps } from './bindings'
import { actions, presentBindings } from './actions'
import shared from '../components/shared.module.css'
import styles from './KeyList.module.css'

export const GROUPS: readonly ActionGroup[] = [
  'everywhere',
  'queue',
  'review',
  'canvas',
  'training',
  'models',
]

/** All keys, as they are set now. */
export function KeyList(): ReactElement {
  const areShown = useRoute((store) => store.areKeysShown)
  const showKeys = useRoute((store) => store.showKeys)
  return (
    <Modal opened={areShown} onClose={() => showKeys(false)} title={text.keys.title} size="56rem">
      <Keys />
    </Modal>
  )
}

function Keys(): ReactElement {
  const [filter, setFilter] = useState('')
  useEngineState((state) => state.settings.keys)
  const isNothing = !actions.some((action) => matchesFilter(action, filter))
  return (
    <>
      <TextInput
        data-autofocus
        aria-label={text.keys.filter}
        placeholder={text.keys.filter}
        description={text.keys.explain}
        value={filter}
        onChange={(event) => setFilter(event.currentTarget.value)}
      />
      <div className={styles.columns}>
        {GROUPS.map((group) => (
          <Group key={group} group={group} filter={filter} />
        ))}
      </div>
      <output className={shared.dim}>{isNothing ? text.keys.nothingFound : null}</output>
    </>
  )
}

function Group({ group, filter }: { group: ActionGroup; filter: string }): ReactElement | null {
  const shown = actions.filter((action) => action.group === group && matchesFilter(action, filter))
  return shown.length === 0 ? null : (
    <div className={styles.group}>
      <h3>{text.keys.groups[group]}</h3>
      <dl>
        {shown.map((action) => (
          <div key={action.id} className={styles.row}>
            <dt>{action.label}</dt>
            <dd>
              <KeyCaps combinations={presentBindings().get(action.id) ?? []} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

export function matchesFilter(action: Action, filter: string): boolean {
  return action.label.toLowerCase().includes(filter.trim().toLowerCase())
}

/** Spaces and `or` are not seen: they part the caps where they are read aloud. */
export function KeyCaps({ combinations }: { combinations: readonly string[] }): ReactElement {
  return (
    <span className={styles.caps}>
      {combinations.map((combination, index) => (
        <Fragment key={combination}>
          {index === 0 ? null : <VisuallyHidden component="span"> {text.keys.or} </VisuallyHidden>}
          <span className={styles.combination}>
            {keyCaps(combination, isMac).map((cap, place) => (
              <Fragment key={cap}>
                {place === 0 ? null : ' '}
                <Kbd size="xs">{cap}</Kbd>
              </Fragment>
            ))}
          </span>
        </Fragment>
      ))}
    </span>
  )
}
