import { Button, Modal, Radio } from '@mantine/core'
import { useState } from 'react'
import type { FormEvent, ReactElement } from 'react'
import { modelExportFormatSchema } from '../../src/contract/models'
import type { Model, ModelExportFormat } from '../../src/contract/models'
import { FolderField } from '../dataset/FolderField'
import { pathIn } from '../open/paths'
import { text } from '../text/en'
import { exportModel } from './commands'
import styles from './Models.module.css'
import { useSelection } from './selection'

const words = text.models

export function ExportDialog({ model }: { model: Model }): ReactElement {
  const isOpen = useSelection(({ dialog }) => dialog === 'export')
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={words.exportTitle(model.title)}
      size="40rem"
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
  const [format, setFormat] = useState<ModelExportFormat>('onnx')
  const [out, setOut] = useState('')
  const isBusy = useSelection((selection) => selection.isBusy)
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (await exportModel(model, format, out.trim())) {
      close()
    }
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <Radio.Group
        aria-label={text.dataset.format}
        value={format}
        onChange={(value) => setFormat(modelExportFormatSchema.parse(value))}
      >
        <div className={styles.formats}>
          {modelExportFormatSchema.options.map((value) => (
            <Radio
              key={value}
              value={value}
              label={words.formats[value].title}
              description={words.formats[value].explain}
            />
          ))}
        </div>
      </Radio.Group>
      <FolderField
        label={words.out}
        placeholder={words.outPlaceholder}
        chooseTitle={words.chooseOut}
        value={out}
        onChange={setOut}
        onChoose={(parent) => setOut(pathIn(parent, `${model.id}-${format}`))}
      />
      <div className={styles.commands}>
        <Button type="submit" loading={isBusy} disabled={out.trim() === ''}>
          {words.startExport}
        </Button>
        <Button variant="default" onClick={close}>
          {text.frame.cancel}
        </Button>
        {isBusy ? <output className={styles.dim}>{words.exporting}</output> : null}
      </div>
    </form>
  )
}
