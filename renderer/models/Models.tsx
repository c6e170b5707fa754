import { Button, Loader } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useEffect } from 'react'
import type { ReactElement } from 'react'
import type { ModelList } from '../../src/contract/models'
import { withKeys } from '../keys/actions'
import { text } from '../text/chosen'
import { useEngineState } from '../state/engine-state'
import { refreshModels, restore, usePresentModel, useSelection } from './commands'
import { ExportDialog, ImportDialog, RenameDialog } from './ModelDialog'
import { ModelDetails } from './ModelDetails'
import { ModelPacks } from './ModelPacks'
import { ModelTable } from './ModelTable'
import shared from '../components/shared.module.css'
import styles from './Models.module.css'
import { PresentModel, PromotionHistory } from './PresentModel'
import { spellAgo } from '../components/duration'

const words = text.models

/** The Models place: all models, the one in use, and earlier ones. */
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

const deletedWords = text.models.deleted

/** Models that were deleted lately, each with a button that restores it. */
function Deleted({ deleted }: { deleted: ModelList['deleted'] }): ReactElement | null {
  return deleted.length === 0 ? null : (
    <section aria-label={deletedWords.title}>
      <h2>{deletedWords.title}</h2>
      <p className={shared.dim}>{deletedWords.explain}</p>
      <ul className={styles.deleted}>
        {deleted.map(({ id, title, at }) => (
          <li key={`${id} ${at}`}>
            <span>{deletedWords.when(title, spellAgo(at))}</span>
            <Button
              size="compact-xs"
              variant="default"
              aria-label={deletedWords.restoreNamed(title)}
              onClick={() => void restore(id)}
            >
              {deletedWords.restore}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
