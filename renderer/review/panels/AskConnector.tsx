import { ActionIcon, Button, Loader, Tooltip } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle, IconMessageQuestion, IconX } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { useTarget } from '../../connector/target'
import { useSeconds } from '../../connector/use-seconds'
import { withKeys } from '../../keys/actions'
import { text } from '../../text/en'
import { askConnector, cancelAsking, dismissAsk, useAsk } from './ask'
import styles from './Panels.module.css'

const words = text.connector

/** Asks the caption connector about the pair; nothing is shown of it while it is off. */
export function AskConnector({ pairId }: { pairId: number }): ReactElement | null {
  const target = useTarget()
  const isAsking = useAsk((ask) => ask.since !== null)
  if (target === null) {
    return null
  }
  const { host, url, model } = target
  return (
    <div className={styles.ask}>
      {isAsking ? (
        <Asking pairId={pairId} />
      ) : (
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconMessageQuestion size={12} />}
          title={`${withKeys(words.ask(host), 'review.ask')}\n${words.askExplain(model, url)}`}
          onClick={() => void askConnector()}
        >
          {words.ask(host)}
        </Button>
      )}
      <p className={styles.dim}>{words.goesTo(model, url)}</p>
      <Outcome pairId={pairId} />
    </div>
  )
}

function Asking({ pairId }: { pairId: number }): ReactElement {
  const host = useAsk((ask) => ask.host)
  const isAboutThis = useAsk((ask) => ask.pairId === pairId)
  const seconds = useSeconds(useAsk((ask) => ask.since))
  return (
    <div className={styles.waiting}>
      <Loader size={12} />
      <output>{isAboutThis ? words.asking(host) : words.askingOther(host)}</output>
      <span aria-hidden>{words.elapsed(seconds)}</span>
      <span className={styles.grow} />
      <Button size="compact-xs" variant="subtle" aria-label={words.cancelAsking} onClick={cancelAsking}>
        {words.cancel}
      </Button>
    </div>
  )
}

/** Why there is no answer, or what is odd about it. */
function Outcome({ pairId }: { pairId: number }): ReactElement | null {
  const { pairId: askedId, problem, remark } = useAsk()
  const message = problem ?? remark
  if (askedId !== pairId || message === null) {
    return null
  }
  return (
    <p className={styles.chainProblem} role={problem === null ? 'status' : 'alert'}>
      {problem === null ? (
        <IconInfoCircle size={14} aria-hidden />
      ) : (
        <IconAlertTriangle size={14} aria-hidden />
      )}
      <span className={styles.grow} data-selectable>
        {message}
      </span>
      <Tooltip label={words.dismiss}>
        <ActionIcon size={16} aria-label={words.dismiss} onClick={dismissAsk}>
          <IconX size={12} />
        </ActionIcon>
      </Tooltip>
    </p>
  )
}
