import { ActionIcon, Tooltip, UnstyledButton } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactElement } from 'react'
import type { RecentProject } from '../../src/contract/project'
import { spellAgo } from '../components/duration'
import { engine } from '../engine'
import { useEngineState } from '../state/engine-state'
import { attempt } from '../state/notices'
import { useQuery } from '../state/use-query'
import { text } from '../text/chosen'
import { openProject } from './flow'
import styles from './Open.module.css'

const words = text.open

interface RecentProjects {
  /** Undefined until they are known. */
  projects: readonly RecentProject[] | undefined
  forget(folder: string): void
}

export function useRecent(): RecentProjects {
  const isConnected = useEngineState((state) => state.isConnected)
  const [forgotten, setForgotten] = useState(0)
  const key = isConnected ? `after ${forgotten}` : null
  const { value } = useQuery(key, () => engine.call('project.recent', {}))
  async function forget(folder: string): Promise<void> {
    await attempt(engine.call('project.forget', { folder }))
    setForgotten((count) => count + 1)
  }
  return { projects: value ?? undefined, forget: (folder) => void forget(folder) }
}

export function Recent(props: {
  projects: RecentProjects['projects']
  onForget: RecentProjects['forget']
}): ReactElement {
  const { projects, onForget } = props
  return (
    <section className={styles.recent} aria-label={words.recent}>
      <h2>{words.recent}</h2>
      {projects?.length === 0 ? <p className={styles.none}>{words.noRecent}</p> : null}
      <ul className={styles.list}>
        {projects?.map((project) => (
          <Entry key={project.folder} project={project} onForget={() => onForget(project.folder)} />
        ))}
      </ul>
    </section>
  )
}

function Entry({ project, onForget }: { project: RecentProject; onForget(): void }): ReactElement {
  const { folder, name, exists, reviewedCount, pairCount, openedAt, bucket } = project
  const place = bucket === null ? folder : (bucket.endpoint ?? words.bucket.amazon)
  return (
    <li className={styles.entry} data-missing={exists ? undefined : true}>
      <UnstyledButton
        className={styles.target}
        disabled={!exists}
        onClick={() => void openProject(folder, null, bucket?.address)}
      >
        <span>
          <span className={styles.name}>{name}</span>
          <span className={styles.path} title={folder}>
            {exists ? place : `${words.missing}: ${folder}`}
          </span>
        </span>
        <span className={styles.count}>{words.recentProgress(reviewedCount, pairCount)}</span>
        <span className={styles.when}>{spellAgo(openedAt)}</span>
      </UnstyledButton>
      <Tooltip label={words.forget(name)}>
        <ActionIcon aria-label={words.forget(name)} onClick={onForget}>
          <IconX size={14} />
        </ActionIcon>
      </Tooltip>
    </li>
  )
}
