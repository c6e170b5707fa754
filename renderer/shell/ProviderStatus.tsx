import { Button, Popover, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconCpu } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { ReactElement } from 'react'
import type { ProviderName, ProviderReport, ProviderStatus as Status } from '../../src/contract/proposal'
import { engine } from '../engine'
import { text } from '../text/chosen'
import { useEngineState } from '../state/engine-state'
import { attempt } from '../state/notices'
import styles from './StatusBar.module.css'
import { spellMessage } from '../text/message'

const words = text.shell.provider

/** Provider of the proposals, and behind it the test results of every provider. */
export function ProviderStatus(): ReactElement | null {
  const status = useEngineState((state) => state.providers)
  const titleId = useId()
  if (status === null) {
    return null
  }
  const { isFallback, precision = 'full' } = status
  const inUse = usedNow(status)
  const provider = inUse === null ? words.probing : words.names[inUse]
  const name = precision === 'half' ? words.half(provider) : provider
  const speed = status.reports.find((report) => report.name === inUse)?.milliseconds ?? null
  return (
    <Popover position="top-end" withinPortal trapFocus>
      <Popover.Target>
        <UnstyledButton className={styles.item} data-warning={isFallback || undefined}>
          {isFallback ? <IconAlertTriangle size={14} aria-hidden /> : <IconCpu size={14} aria-hidden />}
          <VisuallyHidden>{words.label}</VisuallyHidden>
          {name}
          {speed === null ? null : ` · ${words.speed(speed)}`}
        </UnstyledButton>
      </Popover.Target>
      {/* by its title, not by the button that it would be named by otherwise */}
      <Popover.Dropdown aria-labelledby={titleId}>
        <Probes status={status} titleId={titleId} />
      </Popover.Dropdown>
    </Popover>
  )
}

/** What makes the proposals of now; null while probing. */
function usedNow({ inUse, proposesOn }: Status): ProviderName | null {
  return proposesOn ?? inUse
}

function Probes({ status, titleId }: { status: Status; titleId: string }): ReactElement {
  const [isProbing, setProbing] = useState(false)
  async function probe(): Promise<void> {
    setProbing(true)
    await attempt(engine.call('providers.probe', {}))
    setProbing(false)
  }
  return (
    <div className={styles.panel}>
      <div className={styles.head}>
        <h2 id={titleId}>{words.title}</h2>
        <Button variant="default" loading={isProbing || status.inUse === null} onClick={() => void probe()}>
          {words.probe}
        </Button>
      </div>
      {status.notice === null ? null : (
        <p className={status.isFallback ? styles.notice : styles.note}>{spellMessage(status.notice)}</p>
      )}
      <p className={styles.note}>{words.explain}</p>
      {status.proposesOn === undefined ? null : (
        <p className={styles.note}>{words.instead(words.names[status.proposesOn])}</p>
      )}
      <WorkNote />
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{words.name}</th>
            <th scope="col">{words.time}</th>
            <th scope="col">{words.error}</th>
            <th scope="col">{words.result}</th>
          </tr>
        </thead>
        <tbody>
          {status.reports.map((report) => (
            <Probe key={report.name} report={report} isInUse={report.name === usedNow(status)} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** What holds the queue back. */
function WorkNote(): ReactElement | null {
  const work = useEngineState((state) => state.queue?.work)
  if (work === undefined || work.length === 0) {
    return null
  }
  const parts = work.map(({ part, share }) => words.share(words.parts[part], Math.round(100 * share)))
  return <p className={styles.note}>{words.work(parts.join(', '))}</p>
}

function Probe({ report, isInUse }: { report: ProviderReport; isInUse: boolean }): ReactElement {
  const result = isInUse ? words.usedNow : report.isUsable ? words.usable : spellMessage(report.reason ?? '')
  return (
    <tr>
      <td>{words.names[report.name]}</td>
      <td>{report.milliseconds === null ? '–' : words.speed(report.milliseconds)}</td>
      <td>{report.maxError === null ? '–' : report.maxError.toExponential(0)}</td>
      <td data-selectable>
        {result}
        {report.device === null ? null : ` · ${report.device}`}
      </td>
    </tr>
  )
}
