import { Button, Modal } from '@mantine/core'
import type { FormEvent, ReactElement, ReactNode } from 'react'
import { text } from '../text/en'
import styles from './Models.module.css'
import { useSelection } from './selection'
import type { ModelDialogName } from './selection'

interface ModelDialogProps {
  name: ModelDialogName
  title: string
  size: string
  /** What it holds is made anew each time it opens. */
  children: ReactNode
}

/** A dialog of the Models place, of which at most one is open. */
export function ModelDialog({ name, title, size, children }: ModelDialogProps): ReactElement {
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
  /** Said while the work goes on, where it may take a while. */
  busy?: string
  /** Returns whether it went well and the dialog closes. */
  work(): Promise<boolean>
  children: ReactNode
}

/** Fields with what sends them and what closes the dialog. */
export function DialogForm({ submit, isReady, busy, work, children }: DialogFormProps): ReactElement {
  const isBusy = useSelection((selection) => selection.isBusy)
  async function onSubmit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isReady && !useSelection.getState().isBusy && (await work())) {
      close()
    }
  }
  return (
    <form className={styles.form} onSubmit={(event) => void onSubmit(event)}>
      {children}
      <div className={styles.commands}>
        <Button type="submit" loading={isBusy} disabled={!isReady}>
          {submit}
        </Button>
        <Button variant="default" onClick={close}>
          {text.shell.cancel}
        </Button>
        {isBusy && busy !== undefined ? <output className={styles.dim}>{busy}</output> : null}
      </div>
    </form>
  )
}
