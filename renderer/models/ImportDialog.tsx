import { useState } from 'react'
import type { ReactElement } from 'react'
import { FolderField } from '../dataset/FolderField'
import { text } from '../text/en'
import { importModel } from './commands'
import { DialogForm, ModelDialog } from './ModelDialog'
import styles from './Models.module.css'

const words = text.models

export function ImportDialog(): ReactElement {
  return (
    <ModelDialog name="import" title={words.importTitle} size="40rem">
      <Form />
    </ModelDialog>
  )
}

function Form(): ReactElement {
  const [source, setSource] = useState('')
  return (
    <DialogForm
      submit={words.startImport}
      isReady={source.trim() !== ''}
      busy={words.importing}
      work={() => importModel(source.trim())}
    >
      <p className={styles.dim}>{words.importLead}</p>
      <FolderField
        label={words.source}
        placeholder={words.sourcePlaceholder}
        chooseTitle={words.chooseSource}
        value={source}
        onChange={setSource}
      />
    </DialogForm>
  )
}
