import { ActionIcon, Button, Modal, TextInput, Tooltip, UnstyledButton } from '@mantine/core'
import { IconArrowUp, IconFolder } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { FormEvent, ReactElement } from 'react'
import type { EngineCommands } from '../../src/contract/engine'
import type { Output } from '../../src/contract/define'
import { engine } from '../engine'
import { text } from '../text/en'
import { messageOf } from '../ui/notices'
import styles from './Open.module.css'

const words = text.open.chooser
type Listing = Output<EngineCommands, 'folders.list'>

interface FolderChooserProps {
  title: string
  confirm: string
  isOpen: boolean
  onClose(): void
  onChoose(folder: string): void
}

/** Stands in for the system's folder dialog where the page runs in a browser. */
export function FolderChooser(props: FolderChooserProps): ReactElement {
  return (
    <Modal
      opened={props.isOpen}
      onClose={props.onClose}
      title={props.title}
      size="40rem"
      closeButtonProps={{ 'aria-label': text.frame.close }}
    >
      <Chooser {...props} />
    </Modal>
  )
}

function Chooser({ confirm, onClose, onChoose }: FolderChooserProps): ReactElement {
  const [listing, setListing] = useState<Listing | null>(null)
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)

  async function list(folder: string | null): Promise<boolean> {
    try {
      const found = await engine.call('folders.list', { folder })
      setListing(found)
      setTyped(found.folder)
      setProblem(null)
      return true
    } catch (error) {
      setProblem(messageOf(error))
      return false
    }
  }

  useEffect(() => {
    void list(null)
  }, [])

  function goTo(event: FormEvent): void {
    event.preventDefault()
    void list(typed)
  }

  async function choose(): Promise<void> {
    if (typed === listing?.folder || (await list(typed))) {
      onChoose(typed)
      onClose()
    }
  }

  return (
    <div className={styles.chooser}>
      <form className={styles.pathBar} onSubmit={goTo}>
        <TextInput
          label={words.path}
          value={typed}
          error={problem}
          spellCheck={false}
          data-autofocus
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Tooltip label={words.up}>
          <ActionIcon
            size={30}
            variant="default"
            aria-label={words.up}
            disabled={listing?.parent == null}
            onClick={() => void list(listing?.parent ?? null)}
          >
            <IconArrowUp size={16} />
          </ActionIcon>
        </Tooltip>
        <Button type="submit" variant="default">
          {words.go}
        </Button>
      </form>
      <FolderList listing={listing} onOpen={(folder) => void list(folder)} />
      <div className={styles.chooserButtons}>
        <Button variant="default" onClick={onClose}>
          {text.frame.cancel}
        </Button>
        <Button disabled={typed === ''} onClick={() => void choose()}>
          {confirm}
        </Button>
      </div>
    </div>
  )
}

function FolderList(props: { listing: Listing | null; onOpen(folder: string): void }): ReactElement {
  const { listing, onOpen } = props
  return (
    <ul className={styles.folders} aria-label={words.folders}>
      {listing?.folders.length === 0 ? <li className={styles.none}>{words.empty}</li> : null}
      {listing?.folders.map((folder) => (
        <li key={folder}>
          <UnstyledButton className={styles.folder} onClick={() => onOpen(pathIn(listing.folder, folder))}>
            <IconFolder size={16} aria-hidden />
            {nameOf(folder)}
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}

/** The engine may name sub-folders alone or with their whole path. */
function pathIn(parent: string, folder: string): string {
  if (/[\\/]/.test(folder)) {
    return folder
  }
  const separator = parent.includes('\\') ? '\\' : '/'
  return parent.endsWith(separator) ? parent + folder : parent + separator + folder
}

function nameOf(folder: string): string {
  return folder.split(/[\\/]/).findLast((part) => part !== '') ?? folder
}
