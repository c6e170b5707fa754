import { Autocomplete, Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactElement } from 'react'
import styles from '../../connector/Connector.module.css'
import { changeConnector } from '../../connector/target'
import { text } from '../../text/en'
import { useEngineState } from '../../state/engine-state'
import { fetchModels, useModels } from './models'

const words = text.connector

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
