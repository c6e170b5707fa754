import { ActionIcon, Button, Modal, TextInput, Tooltip, UnstyledButton } from '@mantine/core'
import { IconArrowUp, IconFolder, IconFolderDown } from '@tabler/icons-react'
import { useState, useEffect } from 'react'
import type { FormEvent, ReactElement } from 'react'
import { isBucketAddress } from '../../src/contract/buckets'
import type { FolderListing } from '../../src/contract/engine'
import { engine, shell } from '../engine'
import { text } from '../text/chosen'
import { useQuery } from '../state/use-query'
import styles from './FolderChooser.module.css'
import { notify, notifyError, attempt } from '../state/notices'
import { inspect } from './flow'
import fieldStyles from '../dataset/FolderField.module.css'

const words = text.open.chooser

interface FolderChooserProps {
  title: string
  confirm: string
  isOpen: boolean
  onClose(): void
  onChoose(folder: string): void
  /** Gets the address of a bucket that was typed. Without it, `onChoose` gets it by the button. */
  onBucket?(address: string): void
}

/** Stands in for the system's folder dialog where the page runs in a browser. */
export function FolderChooser(props: FolderChooserProps): ReactElement {
  return (
    <Modal opened={props.isOpen} onClose={props.onClose} title={props.title} size="40rem">
      <Chooser {...props} />
    </Modal>
  )
}

function Chooser({ confirm, onClose, onChoose, onBucket }: FolderChooserProps): ReactElement {
  const [folder, setFolder] = useState<string | null>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const { value: listing, problem } = useQuery(folder ?? '', () => engine.call('folders.list', { folder }))
  const present = typed ?? listing?.folder ?? folder ?? ''

  function goTo(wanted: string | null): void {
    setFolder(wanted)
    setTyped(null)
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    // React hands it on to the form of a dialog around this one
    event.stopPropagation()
    if (onBucket !== undefined && isBucketAddress(present)) {
      onBucket(present)
      onClose()
    } else if (present !== '') {
      goTo(present)
    }
  }

  return (
    <div className={styles.chooser}>
      <form className={styles.pathBar} onSubmit={submit}>
        <TextInput
          label={words.path}
          value={present}
          error={problem}
          spellCheck={false}
          data-autofocus
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <UpButton above={listing?.above ?? null} onOpen={goTo} />
        <Button type="submit" variant="default">
          {words.go}
        </Button>
      </form>
      <FolderList listing={listing} onOpen={goTo} />
      {listing?.isLimited === true ? <p className={styles.none}>{words.limited}</p> : null}
      <div className={styles.chooserButtons}>
        <Button variant="default" onClick={onClose}>
          {text.shell.cancel}
        </Button>
        <Button
          disabled={present === ''}
          onClick={() => {
            onChoose(present)
            onClose()
          }}
        >
          {confirm}
        </Button>
      </div>
    </div>
  )
}

function UpButton(props: {
  above: FolderListing['above']
  onOpen(folder: string | null): void
}): ReactElement {
  const { above, onOpen } = props
  return (
    <Tooltip label={words.up}>
      <ActionIcon
        size={30}
        variant="default"
        aria-label={words.up}
        disabled={above === null}
        onClick={() => onOpen(above?.folder ?? null)}
      >
        <IconArrowUp size={16} />
      </ActionIcon>
    </Tooltip>
  )
}

function FolderList(props: { listing: FolderListing | null; onOpen(folder: string): void }): ReactElement {
  const { listing, onOpen } = props
  return (
    <ul className={styles.folders} aria-label={words.folders}>
      {listing?.folders.length === 0 ? <li className={styles.none}>{words.empty}</li> : null}
      {listing?.folders.map(({ name, path }) => (
        <li key={path}>
          <UnstyledButton className={styles.folder} onClick={() => onOpen(path)}>
            <IconFolder size={16} aria-hidden />
            {name}
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}

/** A folder may be dropped anywhere. Without this the window would show the dropped file. */
export function DropFolder(): ReactElement | null {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    function over(event: DragEvent): void {
      if (event.dataTransfer?.types.includes('Files') === true) {
        event.preventDefault()
        setOver(true)
      }
    }
    function leave(event: DragEvent): void {
      if (event.relatedTarget === null) {
        setOver(false)
      }
    }
    function drop(event: DragEvent): void {
      event.preventDefault()
      setOver(false)
      openDropped(event.dataTransfer)
    }
    window.addEventListener('dragover', over)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragover', over)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('drop', drop)
    }
  }, [])
  return isOver ? (
    <div className={styles.dropZone}>
      <IconFolderDown size={40} aria-hidden />
      {text.open.dropHere}
    </div>
  ) : null
}

function openDropped(transfer: DataTransfer | null): void {
  const files = transfer?.files
  if (files === undefined || files.length === 0) {
    return
  }
  if (shell === null) {
    notify('info', text.open.dropNeedsApp)
  } else if (files.length > 1) {
    notify('info', text.open.dropOne)
  } else {
    shell.pathOfDropped(files[0]).then(inspect).catch(notifyError)
  }
}

interface FolderFieldProps {
  label: string
  placeholder: string
  chooseTitle: string
  /** What becomes of what was typed; null where there is nothing to say. */
  description?: string | null
  value: string
  onChange(value: string): void
  /** Gets a folder that was chosen. Without it, `onChange` gets its path. */
  onChoose?: (folder: string) => void
}

/** A path that can be typed, or chosen in the system's dialog or our own. */
export function FolderField(props: FolderFieldProps): ReactElement {
  const { label, placeholder, description = null, chooseTitle, value, onChange, onChoose = onChange } = props
  const [isChoosing, setChoosing] = useState(false)
  async function choose(): Promise<void> {
    if (shell === null) {
      setChoosing(true)
      return
    }
    const folder = await attempt(shell.pickFolder(chooseTitle))
    if (folder !== null) {
      onChoose(folder)
    }
  }
  return (
    <div className={fieldStyles.out}>
      <TextInput
        label={label}
        placeholder={placeholder}
        description={description}
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Button
        variant="default"
        aria-label={`${text.dataset.choose} ${label}`}
        leftSection={<IconFolder size={14} />}
        onClick={() => void choose()}
      >
        {text.dataset.choose}
      </Button>
      <FolderChooser
        title={chooseTitle}
        confirm={text.open.chooser.chooseTarget}
        isOpen={isChoosing}
        onClose={() => setChoosing(false)}
        onChoose={onChoose}
      />
    </div>
  )
}
