import { Menu, UnstyledButton } from '@mantine/core'
import { IconFolder } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { shell } from '../engine'
import { text } from '../text/en'
import { useEngineState } from '../state/engine-state'
import { attempt } from '../state/notices'
import styles from './StatusBar.module.css'
import { changeReading, closeProject } from '../open/flow'

const words = text.shell.projectMenu

export function ProjectMenu(): ReactElement | null {
  const project = useEngineState((state) => state.project)
  return project === null ? null : (
    <Menu position="top-start">
      <Menu.Target>
        <UnstyledButton className={styles.item} title={project.folder} aria-label={words.label(project.name)}>
          <IconFolder size={14} aria-hidden />
          {project.name}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {project.reading.title} · {text.open.readings.pairs(project.pairCount)}
        </Menu.Label>
        <Menu.Item onClick={changeReading}>{words.readings}</Menu.Item>
        {shell === null ? null : (
          <Menu.Item onClick={() => void attempt(shell?.reveal(project.folder) ?? Promise.resolve())}>
            {words.reveal}
          </Menu.Item>
        )}
        <Menu.Item onClick={() => void closeProject()}>{words.close}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
