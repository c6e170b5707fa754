import { Button, Modal, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { FormEvent, ReactElement } from 'react'
import type { Model } from '../../src/contract/models'
import { text } from '../text/en'
import { rename } from './commands'
import styles from './Models.module.css'
import { useSelection } from './selection'

const words = text.models

export function RenameDialog({ model }: { model: Model }): ReactElement {
  const isOpen = useSelection(({ dialog }) => dialog === 'rename')
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={words.renameTitle}
      size="28rem"
      closeButtonProps={{ 'aria-label': text.frame.close }}
    >
      <Form model={model} />
    </Modal>
  )
}

function close(): void {
  useSelection.setState({ dialog: null })
}

function Form({ model }: { model: Model }): ReactElement {
  const [title, setTitle] = useState(model.title)
  const isBusy = useSelection((selection) => selection.isBusy)
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (title.trim() === model.title || (await rename(model, title))) {
      close()
    }
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <TextInput
        data-autofocus
        label={words.name}
        description={words.nameExplain(model.id)}
        maxLength={80}
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      <div className={styles.commands}>
        <Button type="submit" loading={isBusy} disabled={title.trim() === ''}>
          {words.save}
        </Button>
        <Button variant="default" onClick={close}>
          {text.frame.cancel}
        </Button>
      </div>
    </form>
  )
}
