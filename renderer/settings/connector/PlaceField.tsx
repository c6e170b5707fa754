import { Button, Select } from '@mantine/core'
import type { ReactElement } from 'react'
import styles from '../../connector/Connector.module.css'
import { changeConnector } from '../../connector/connector'
import { text } from '../../text/chosen'
import { useEngineState } from '../../state/engine-state'
import { useRoute } from '../../state/route'

const words = text.connector.place
/** No id of a pack has a space. */
const SERVER = 'a server'

/** Who answers: a server, or one of the model packs that are installed. */
export function PlaceField(): ReactElement {
  const pack = useEngineState((state) => state.settings.connector.pack)
  const packs = useEngineState((state) => state.packs)
  const usable = packs.filter(({ id, use, isInstalled }) => use === 'caption' && (isInstalled || id === pack))
  const listed = usable.map(({ id, title, isInstalled }) => ({
    value: id,
    label: isInstalled ? words.pack(title) : words.missing(title),
  }))
  return (
    <>
      <Select
        className={styles.field}
        label={words.label}
        description={words.explain}
        allowDeselect={false}
        value={pack ?? SERVER}
        data={[{ value: SERVER, label: words.server }, ...listed]}
        onChange={(value) => changeConnector({ pack: value === SERVER ? null : value })}
      />
      {listed.length > 0 ? null : (
        <div className={styles.commands}>
          <Button size="compact-xs" variant="default" onClick={() => useRoute.getState().go('models')}>
            {words.install}
          </Button>
          <span className={styles.dim}>{words.installExplain}</span>
        </div>
      )}
    </>
  )
}
