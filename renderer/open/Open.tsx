import { Alert, Button, Loader } from '@mantine/core'
import { IconAlertTriangle, IconFolderOpen, IconPhotoOff } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { text } from '../text/chosen'
import { Empty } from '../components/Empty'
import { FolderChooser } from './FolderChooser'
import { ImportButton } from '../dataset/ImportDialog'
import { showBackups } from './Backups'
import { BucketButton, useListed } from './BucketDialog'
import { openTyped } from './bucket'
import { backToStart, cancelOpening, pickFolder, useOpenFlow } from './flow'
import type { OpenedPlace } from './flow'
import styles from './Open.module.css'
import { Layouts, PairExplained } from './Newcomer'
import { Readings } from './Readings'
import { Samples } from './Samples'
import { isBucketAddress } from '../../src/contract/buckets'
import { Recent, useRecent } from './Recent'

const words = text.open

export function Open(): ReactElement {
  const step = useOpenFlow((flow) => flow.step)
  const isChooserOpen = useOpenFlow((flow) => flow.isChooserOpen)
  return (
    <div className={styles.place}>
      {step.name === 'start' ? <Start /> : null}
      {step.name === 'looking' ? (
        <Waiting message={words.looking(step.shown)} onCancel={() => void cancelOpening(step)} />
      ) : null}
      {step.name === 'opening' ? <Opening {...step} /> : null}
      {step.name === 'nothing' ? <Nothing {...step} /> : null}
      {step.name === 'choosing' ? <Readings {...step} /> : null}
      <FolderChooser
        title={words.chooser.title}
        confirm={words.chooser.choose}
        isOpen={isChooserOpen}
        onClose={() => useOpenFlow.setState({ isChooserOpen: false })}
        onChoose={openTyped}
        onBucket={openTyped}
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
          <BucketButton />
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

/** A bucket may take long to list, so that its opening can be given up. */
function Opening(place: OpenedPlace): ReactElement {
  const listed = useListed()
  const message = words.opening(place.shown)
  return isBucketAddress(place.shown) ? (
    <Waiting
      message={listed === null ? message : `${message} ${words.bucket.listed(listed)}`}
      onCancel={() => void cancelOpening(place)}
    />
  ) : (
    <Waiting message={message} />
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

function Nothing({ shown }: OpenedPlace): ReactElement {
  return (
    <Empty icon={<IconPhotoOff />} title={words.nothing.title}>
      <p data-selectable>{shown}</p>
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
