import { ActionIcon, Button, Loader, Tooltip } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle, IconMessageQuestion, IconX } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { useTarget, useSeconds } from '../../connector/connector'
import { withKeys } from '../../keys/actions'
import { text } from '../../text/chosen'
import {
  requestConnectorCaption,
  cancelConnectorRequest,
  dismissConnectorRequest,
  useConnectorRequest,
} from '../commands/connector-caption'
import shared from '../../components/shared.module.css'
import styles from './answer.module.css'

const words = text.connector

/** Requests a caption from the caption connector; renders nothing while the connector is off. */
export function ConnectorCaption({ pairId }: { pairId: number }): ReactElement | null {
  const target = useTarget()
  const isRunning = useConnectorRequest((request) => request.since !== null)
  if (target === null) {
    return null
  }
  const { name, where, model, isLocal } = target
  const explain = isLocal ? words.askLocalExplain(model) : words.askExplain(model, where)
  return (
    <div className={styles.ask}>
      {isRunning ? (
        <RequestInProgress pairId={pairId} />
      ) : (
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconMessageQuestion size={12} />}
          title={`${withKeys(words.ask(name), 'review.ask')}\n${explain}`}
          onClick={() => void requestConnectorCaption()}
        >
          {words.ask(name)}
        </Button>
      )}
      <p className={`${shared.note} ${styles.goesTo}`}>
        {isLocal ? words.onThisMachine(model) : words.goesTo(model, where)}
      </p>
      <Outcome pairId={pairId} />
    </div>
  )
}

function RequestInProgress({ pairId }: { pairId: number }): ReactElement {
  const name = useConnectorRequest((request) => request.name)
  const soFar = useConnectorRequest((request) => request.soFar)
  const isAboutThis = useConnectorRequest((request) => request.pairId === pairId)
  const seconds = useSeconds(useConnectorRequest((request) => request.since))
  return (
    <>
      <div className={styles.waiting}>
        <Loader size={12} />
        <output>{isAboutThis ? words.running(name) : words.runningForOther(name)}</output>
        <span aria-hidden>{words.elapsed(seconds)}</span>
        <span className={shared.grow} />
        <Button
          size="compact-xs"
          variant="subtle"
          aria-label={words.cancelRequest}
          onClick={cancelConnectorRequest}
        >
          {words.cancel}
        </Button>
      </div>
      {isAboutThis && soFar !== '' ? (
        <p className={shared.note} aria-live="off">
          {soFar}…
        </p>
      ) : null}
    </>
  )
}

/** Why there is no answer, or what is odd about it. */
function Outcome({ pairId }: { pairId: number }): ReactElement | null {
  const { pairId: requestPairId, problem, remark } = useConnectorRequest()
  const message = problem ?? remark
  if (requestPairId !== pairId || message === null) {
    return null
  }
  return (
    <p className={styles.chainProblem} role={problem === null ? 'status' : 'alert'}>
      {problem === null ? (
        <IconInfoCircle size={14} aria-hidden />
      ) : (
        <IconAlertTriangle size={14} aria-hidden />
      )}
      <span className={shared.grow} data-selectable>
        {message}
      </span>
      <Tooltip label={words.dismiss}>
        <ActionIcon size={16} aria-label={words.dismiss} onClick={dismissConnectorRequest}>
          <IconX size={12} />
        </ActionIcon>
      </Tooltip>
    </p>
  )
}
