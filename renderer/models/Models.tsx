import { Button, Loader } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useEffect } from 'react'
import type { ReactElement } from 'react'
import type { ModelList } from '../../src/contract/models'
import { withKeys } from '../keys/actions'
import { text } from '../text/en'
import { useEngineState } from '../state/engine-state'
import { refreshModels } from './commands'
import { Deleted } from './Deleted'
import { ExportDialog } from './ExportDialog'
import { ImportDialog } from './ImportDialog'
import { ModelDetails } from './ModelDetails'
import { ModelPacks } from './ModelPacks'
import { ModelTable } from './ModelTable'
import styles from './Models.module.css'
import { PresentModel } from './PresentModel'
import { PromotionHistory } from './PromotionHistory'
import { RenameDialog } from './RenameDialog'
import { usePresentModel, useSelection } from './selection'

const words = text.models

/** Everything that proposes: what there is, what is at work, and what was before. */
export function Models(): ReactElement {
  const list = useEngineState((state) => state.models)
  useEffect(() => void refreshModels(), [])
  return (
    <div className={styles.place}>
      <div className={styles.head}>
        <h1>{words.title}</h1>
        <Button
          variant="default"
          leftSection={<IconFileImport size={14} />}
          title={withKeys(text.keys.actions['models.import'], 'models.import')}
          onClick={() => useSelection.setState({ dialog: 'import' })}
        >
          {words.import}
        </Button>
      </div>
      <p className={styles.lead}>{words.lead}</p>
      {list === null ? (
        <output className={styles.waiting}>
          <Loader size="sm" />
          {words.loading}
        </output>
      ) : (
        <Listed list={list} />
      )}
      <ModelPacks />
      <ImportDialog />
    </div>
  )
}

function Listed({ list }: { list: ModelList }): ReactElement {
  const model = usePresentModel()
  const hasOwn = list.models.some(({ origin }) => origin === 'trained' || origin === 'imported')
  return (
    <>
      <PresentModel list={list} />
      <div className={styles.columns}>
        <div className={styles.main}>
          <ModelTable list={list} presentId={model?.id ?? null} />
          {hasOwn ? null : <p className={styles.hint}>{words.noOwn}</p>}
          <Deleted deleted={list.deleted} />
          <PromotionHistory list={list} />
        </div>
        {model === null ? null : <ModelDetails key={model.id} model={model} list={list} />}
      </div>
      {model === null ? null : (
        <>
          <RenameDialog model={model} />
          <ExportDialog model={model} />
        </>
      )}
    </>
  )
}
