import { IconFolderDown } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { ReactElement } from 'react'
import { shell } from '../engine'
import { text } from '../text/en'
import { notify } from '../state/notices'
import { inspect } from './flow'
import styles from './Open.module.css'

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
    void inspect(shell.pathOfDropped(files[0]))
  }
}
