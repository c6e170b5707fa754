import { Menu, UnstyledButton } from '@mantine/core'
import { IconFolder } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { shell } from '../engine'
import { keysFor } from '../keys/actions'
import { showBackups } from '../open/Backups'
import { changeReading, closeProject } from '../open/flow'
import { readFolder } from '../open/read-folder'
import { useEngineState } from '../state/engine-state'
import { attempt } from '../state/notices'
import { useRefusal } from '../state/person'
import { text } from '../text/chosen'
import { spellMessage } from '../text/message'
import styles from './StatusBar.module.css'

const menuWords = text.shell.projectMenu

export function ProjectMenu(): ReactElement | null {
  const project = useEngineState((state) => state.project)
  const refusal = useRefusal('owner')
  const isDisabled = refusal !== null
  const mayRead = useRefusal('adjudicator') === null
  return project === null ? null : (
    <Menu position="top-start">
      <Menu.Target>
        <UnstyledButton
          className={styles.item}
          title={project.folder}
          aria-label={menuWords.label(project.name)}
        >
          <IconFolder size={14} aria-hidden />
          {project.name}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {spellMessage(project.reading.title)} · {text.open.readings.pairs(project.pairCount)}
        </Menu.Label>
        {refusal === null ? null : <Menu.Label>{refusal}</Menu.Label>}
        <Menu.Item disabled={isDisabled} onClick={changeReading}>
          {menuWords.readings}
        </Menu.Item>
        <Menu.Item
          disabled={!mayRead}
          rightSection={keysFor('queue.readFolder')}
          onClick={() => void readFolder()}
        >
          {text.keys.actions['queue.readFolder']}
        </Menu.Item>
        {shell === null ? null : (
          <Menu.Item onClick={() => void attempt(shell?.reveal(project.folder) ?? Promise.resolve())}>
            {menuWords.reveal}
          </Menu.Item>
        )}
        <Menu.Item disabled={isDisabled} onClick={() => showBackups(project.folder)}>
          {text.open.backups.open}
        </Menu.Item>
        <Menu.Item disabled={isDisabled} onClick={() => void closeProject()}>
          {menuWords.close}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
