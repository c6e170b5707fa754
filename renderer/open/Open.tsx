import { Alert, Button, Loader } from '@mantine/core'
import { IconAlertTriangle, IconFolderOpen, IconPhotoOff } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { text } from '../text/en'
import { Empty } from '../components/Empty'
import { FolderChooser } from './FolderChooser'
import { ImportButton } from '../dataset/ImportDialog'
import { backToStart, inspect, openSample, pickFolder, useOpenFlow } from './flow'
import styles from './Open.module.css'
import { Readings } from './Readings'
import { Recent } from './Recent'

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

function Start(): ReactElement {
  return (
    <div className={styles.start}>
      <header className={styles.intro}>
        <h1>{words.title}</h1>
        <p>{words.lead}</p>
        <div className={styles.buttons} data-keep-focus>
          <Button size="sm" leftSection={<IconFolderOpen size={16} />} onClick={() => void pickFolder()}>
            {words.openFolder}
          </Button>
          <Button size="sm" variant="default" onClick={() => void openSample()}>
            {words.openSample}
          </Button>
          <ImportButton />
          <span className={styles.hint}>{words.drop}</span>
        </div>
        <Problem />
      </header>
      <Recent />
    </div>
  )
}

function Problem(): ReactElement | null {
  const problem = useOpenFlow((flow) => flow.problem)
  return problem === null ? null : (
    <Alert
      className={styles.problem}
      color="orange"
      variant="outline"
      icon={<IconAlertTriangle />}
      role="alert"
    >
      <span data-selectable>{problem}</span>
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
