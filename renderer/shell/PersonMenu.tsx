import { Menu, UnstyledButton } from '@mantine/core'
import { IconUser } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { text } from '../text/chosen'
import { usePerson } from '../state/person'
import { signOut } from './sign-out'
import styles from './StatusBar.module.css'

const words = text.shell.team

/** Who is signed in at a team's server, and the way out. */
export function PersonMenu(): ReactElement | null {
  const person = usePerson()
  if (person === null) {
    return null
  }
  const label = words.person(person.name, words.roles[person.role])
  return (
    <Menu position="top-end">
      <Menu.Target>
        <UnstyledButton className={styles.item}>
          <IconUser size={14} aria-hidden />
          {label}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void signOut()}>{words.signOut}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
