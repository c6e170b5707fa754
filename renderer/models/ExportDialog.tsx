import { Radio } from '@mantine/core'
import { useState } from 'react'
import type { ReactElement } from 'react'
import { modelExportFormatSchema } from '../../src/contract/models'
import type { Model, ModelExportFormat } from '../../src/contract/models'
import { FolderField } from '../dataset/FolderField'
import { pathIn } from '../open/paths'
import { text } from '../text/en'
import { exportModel } from './commands'
import { DialogForm, ModelDialog } from './ModelDialog'
import styles from './Models.module.css'

const words = text.models

export function ExportDialog({ model }: { model: Model }): ReactElement {
  return (
    <ModelDialog name="export" title={words.exportTitle(model.title)} size="40rem">
      <Form model={model} />
    </ModelDialog>
  )
}

function Form({ model }: { model: Model }): ReactElement {
  const [format, setFormat] = useState<ModelExportFormat>('onnx')
  const [out, setOut] = useState('')
  return (
    <DialogForm
      submit={words.startExport}
      isReady={out.trim() !== ''}
      busy={words.exporting}
      work={() => exportModel(model, format, out.trim())}
    >
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
    </DialogForm>
  )
}
