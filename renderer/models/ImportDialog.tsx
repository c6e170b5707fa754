import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import type { FormEvent, ReactElement } from 'react'
import { FolderField } from '../dataset/FolderField'
import { text } from '../text/en'
import { importModel } from './commands'
import styles from './Models.module.css'
import { useSelection } from './selection'

const words = text.models

export function ImportDialog(): ReactElement {
  const isOpen = useSelection(({ dialog }) => dialog === 'import')
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={words.importTitle}
      size="40rem"
      closeButtonProps={{ 'aria-label': text.frame.close }}
    >
      <Form />
    </Modal>
  )
}

function close(): void {
  useSelection.setState({ dialog: null })
}

function Form(): ReactElement {
  const [source, setSource] = useState('')
  const isBusy = useSelection((selection) => selection.isBusy)
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (await importModel(source.trim())) {
      close()
    }
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <p className={styles.dim}>{words.importLead}</p>
      <FolderField
        label={words.source}
        placeholder={words.sourcePlaceholder}
        chooseTitle={words.chooseSource}
        value={source}
        onChange={setSource}
      />
      <div className={styles.commands}>
        <Button type="submit" loading={isBusy} disabled={source.trim() === ''}>
          {words.startImport}
        </Button>
        <Button variant="default" onClick={close}>
          {text.frame.cancel}
        </Button>
        {isBusy ? <output className={styles.dim}>{words.importing}</output> : null}
      </div>
    </form>
  )
}
