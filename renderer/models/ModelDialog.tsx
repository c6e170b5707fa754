import { Button, Modal, Radio, TextInput } from '@mantine/core'
import type { FormEvent, ReactElement, ReactNode } from 'react'
import { text } from '../text/chosen'
import shared from '../components/shared.module.css'
import styles from './parts.module.css'
import { useSelection, exportModel, importModel, rename } from './commands'
import type { ModelDialogName } from './commands'
import { useRef, useState } from 'react'
import { modelExportFormatSchema } from '../../src/contract/models'
import type { Model, ModelExportFormat } from '../../src/contract/models'
import { FolderField } from '../open/FolderChooser'
import { pathIn } from '../open/paths'

const words = text.models

interface ModelDialogProps {
  name: ModelDialogName
  title: string
  size: string
  /** Made anew each time the dialog opens. */
  children: ReactNode
}

/** A dialog of the Models place, of which at most one is open. */
function ModelDialog({ name, title, size, children }: ModelDialogProps): ReactElement {
  const isOpen = useSelection(({ dialog }) => dialog === name)
  return (
    <Modal opened={isOpen} onClose={close} title={title} size={size}>
      {children}
    </Modal>
  )
}

function close(): void {
  useSelection.setState({ dialog: null })
}

interface DialogFormProps {
  submit: string
  isReady: boolean
  /** Shown while the work goes on, if it may take a while. */
  busy?: string
  /** Returns whether it succeeded. If so, the dialog closes. */
  work(): Promise<boolean>
  children: ReactNode
}

/** Fields, with the buttons that submit them and close the dialog. */
function DialogForm({ submit, isReady, busy, work, children }: DialogFormProps): ReactElement {
  const isBusy = useSelection((selection) => selection.isBusy)
  const form = useRef<HTMLFormElement>(null)
  async function onSubmit(event: FormEvent): Promise<void> {
    event.preventDefault()
    // it may have been closed meanwhile, and another one opened
    if (isReady && !useSelection.getState().isBusy && (await work()) && form.current !== null) {
      close()
    }
  }
  return (
    <form ref={form} className={styles.form} onSubmit={(event) => void onSubmit(event)}>
      {children}
      <div className={styles.commands}>
        <Button type="submit" loading={isBusy} disabled={!isReady}>
          {submit}
        </Button>
        <Button variant="default" onClick={close}>
          {text.shell.cancel}
        </Button>
        {isBusy && busy !== undefined ? <output className={shared.dim}>{busy}</output> : null}
      </div>
    </form>
  )
}

export function ExportDialog({ model }: { model: Model }): ReactElement {
  return (
    <ModelDialog name="export" title={words.exportTitle(model.title)} size="40rem">
      <ExportForm model={model} />
    </ModelDialog>
  )
}

function ExportForm({ model }: { model: Model }): ReactElement {
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

export function ImportDialog(): ReactElement {
  return (
    <ModelDialog name="import" title={words.importTitle} size="40rem">
      <ImportForm />
    </ModelDialog>
  )
}

function ImportForm(): ReactElement {
  const [source, setSource] = useState('')
  return (
    <DialogForm
      submit={words.startImport}
      isReady={source.trim() !== ''}
      busy={words.importing}
      work={() => importModel(source.trim())}
    >
      <p className={shared.dim}>{words.importLead}</p>
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

export function RenameDialog({ model }: { model: Model }): ReactElement {
  return (
    <ModelDialog name="rename" title={words.renameTitle} size="28rem">
      <RenameForm model={model} />
    </ModelDialog>
  )
}

function RenameForm({ model }: { model: Model }): ReactElement {
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
