import { Button, TextInput } from '@mantine/core'
import { IconFolder } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactElement } from 'react'
import { shell } from '../engine'
import { FolderChooser } from '../open/FolderChooser'
import { text } from '../text/en'
import { attempt } from '../state/notices'
import styles from './FolderField.module.css'

interface FolderFieldProps {
  label: string
  placeholder: string
  chooseTitle: string
  value: string
  onChange(value: string): void
  /** What to do with a folder that was chosen, where that is not its path. */
  onChoose?: (folder: string) => void
}

/** A path that can be typed, or chosen in the system's dialog or our own. */
export function FolderField(props: FolderFieldProps): ReactElement {
  const { label, placeholder, chooseTitle, value, onChange, onChoose = onChange } = props
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
    <div className={styles.out}>
      <TextInput
        label={label}
        placeholder={placeholder}
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
