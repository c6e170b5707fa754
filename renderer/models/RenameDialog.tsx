import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ReactElement } from 'react'
import type { Model } from '../../src/contract/models'
import { text } from '../text/en'
import { rename } from './commands'
import { DialogForm, ModelDialog } from './ModelDialog'

const words = text.models

export function RenameDialog({ model }: { model: Model }): ReactElement {
  return (
    <ModelDialog name="rename" title={words.renameTitle} size="28rem">
      <Form model={model} />
    </ModelDialog>
  )
}

function Form({ model }: { model: Model }): ReactElement {
  const [title, setTitle] = useState(model.title)
  return (
    <DialogForm
      submit={words.save}
      isReady={title.trim() !== ''}
      work={async () => title.trim() === model.title || rename(model, title)}
    >
      <TextInput
        data-autofocus
        label={words.name}
        description={words.nameExplain(model.id)}
        maxLength={80}
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
    </DialogForm>
  )
}
