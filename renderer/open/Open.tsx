import { Alert, Button, Loader, ActionIcon, Tooltip, UnstyledButton } from '@mantine/core'
import { IconAlertTriangle, IconFolderOpen, IconPhotoOff, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactElement } from 'react'
import { text } from '../text/chosen'
import { Empty } from '../components/Empty'
import { FolderChooser } from './FolderChooser'
import { ImportButton } from '../dataset/ImportDialog'
import { showBackups } from './Backups'
import { backToStart, inspect, pickFolder, useOpenFlow, openProject } from './flow'
import styles from './Open.module.css'
import { Layouts, PairExplained } from './Newcomer'
import { Readings } from './Readings'
import { Samples } from './Samples'
import type { RecentProject } from '../../src/contract/project'
import { engine } from '../engine'
import { spellAgo } from '../components/duration'
import { useEngineState } from '../state/engine-state'
import { attempt } from '../state/notices'
import { useQuery } from '../state/use-query'

const words = text.open

export function Open(): ReactElement {
  const step = useOpenFlow((flow) => flow.step)
  const isChooserOpen = useOpenFlow((flow) => flow.isChooserOpen)
  return (
    <div className={styles.place}>
      {step.name === 'start' ? <Start /> : null}
      {step.name === 'looking' ? (
        <Waiting message={words.looking(step.folder)} onCancel={backToStart} />
      ) : null}
      {step.name === 'opening' ? <Waiting message={words.opening(step.folder)} /> : null}
      {step.name === 'nothing' ? <Nothing folder={step.folder} /> : null}
      {step.name === 'choosing' ? <Readings {...step} /> : null}
      <FolderChooser
        title={words.chooser.title}
        confirm={words.chooser.choose}
        isOpen={isChooserOpen}
        onClose={() => useOpenFlow.setState({ isChooserOpen: false })}
        onChoose={(folder) => void inspect(folder)}
      />
    </div>
  )
}

/** For a newcomer the explanations come before the empty list of projects. */
function Start(): ReactElement {
  const { projects, forget } = useRecent()
  const isNew = projects?.length === 0
  return (
    <div className={styles.start}>
      <header className={styles.intro}>
        <h1>{words.title}</h1>
        <p>{words.lead}</p>
        <div className={styles.buttons} data-keep-focus>
          <Button size="sm" leftSection={<IconFolderOpen size={16} />} onClick={() => void pickFolder()}>
            {words.openFolder}
          </Button>
          <ImportButton />
          <span className={styles.hint}>{words.drop}</span>
        </div>
        <Problem />
      </header>
      <Samples />
      {isNew ? null : <Recent projects={projects} onForget={forget} />}
      <PairExplained />
      <Layouts />
      {isNew ? <Recent projects={projects} onForget={forget} /> : null}
    </div>
  )
}

function Problem(): ReactElement | null {
  const problem = useOpenFlow((flow) => flow.problem)
  const folder = useOpenFlow((flow) => flow.problemFolder)
  return problem === null ? null : (
    <Alert
      className={styles.problem}
      color="orange"
      variant="outline"
      icon={<IconAlertTriangle />}
      role="alert"
    >
      <span data-selectable>{problem}</span>
      {folder === null ? null : (
        <Button size="compact-xs" variant="default" onClick={() => showBackups(folder)}>
          {words.backups.open}
        </Button>
      )}
    </Alert>
  )
}

function Waiting({ message, onCancel }: { message: string; onCancel?: () => void }): ReactElement {
  return (
    <div className={styles.waiting}>
      <Loader size="sm" />
      <output>{message}</output>
      {onCancel === undefined ? null : (
        <Button variant="default" onClick={onCancel}>
          {text.shell.cancel}
        </Button>
      )}
    </div>
  )
}

function Nothing({ folder }: { folder: string }): ReactElement {
  return (
    <Empty icon={<IconPhotoOff />} title={words.nothing.title}>
      <p data-selectable>{folder}</p>
      <p>{words.nothing.explain}</p>
      <ul className={styles.layouts}>
        {words.nothing.layouts.map((layout) => (
          <li key={layout}>{layout}</li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button onClick={() => void pickFolder()}>{words.nothing.another}</Button>
        <Button variant="default" onClick={backToStart}>
          {words.readings.back}
        </Button>
      </div>
    </Empty>
  )
}

interface RecentProjects {
  /** Undefined until they are known. */
  projects: readonly RecentProject[] | undefined
  forget(folder: string): void
}

function useRecent(): RecentProjects {
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

function Recent(props: {
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
  const { folder, name, exists, reviewedCount, pairCount, openedAt } = project
  return (
    <li className={styles.entry} data-missing={exists ? undefined : true}>
      <UnstyledButton
        className={styles.target}
        disabled={!exists}
        onClick={() => void openProject(folder, null)}
      >
        <span>
          <span className={styles.name}>{name}</span>
          <span className={styles.path} title={folder}>
            {exists ? folder : `${words.missing}: ${folder}`}
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
