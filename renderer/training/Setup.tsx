import { Button } from '@mantine/core'
import { IconPlayerPlay, IconSchool } from '@tabler/icons-react'
import { useEffect, useId } from 'react'
import type { ReactElement } from 'react'
import type { TrainingPlan } from '../../src/contract/training'
import { withKeys } from '../keys/actions'
import { refreshModels } from '../models/commands'
import { text } from '../text/en'
import { Empty } from '../components/Empty'
import { useRoute } from '../state/route'
import { Advanced } from './Advanced'
import { startPlanned } from './commands'
import { From } from './From'
import { useNextRun, useTrainingOptions } from './options'
import { PairChoice } from './PairChoice'
import { PlanView, useHasPairs, usePlan } from './PlanView'
import { Presets } from './Presets'
import { useRunning } from './runs'
import styles from './Training.module.css'

const words = text.training

/** The pairs that a new run would train on, how long, and its start. */
export function Setup(): ReactElement {
  const hasPairs = useHasPairs()
  useEffect(() => void refreshModels(), [])
  if (!hasPairs) {
    return (
      <Empty icon={<IconSchool />} title={words.noPairs.title}>
        <p>{words.noPairs.explain}</p>
        <Button onClick={() => useRoute.getState().go('review')}>{words.noPairs.review}</Button>
      </Empty>
    )
  }
  return <Form />
}

function Form(): ReactElement {
  const plan = usePlan()
  useEffect(() => {
    useNextRun.setState({ plan: plan.value })
    return () => useNextRun.setState({ plan: null })
  }, [plan.value])
  return (
    <>
      <p className={styles.lead}>{words.lead}</p>
      <div className={styles.columns}>
        <div className={styles.options}>
          <PairChoice plan={plan.value} />
          <Presets minutes={plan.value?.minutes ?? null} />
          <From plan={plan.value} />
          <Advanced />
          <Start plan={plan.value} />
        </div>
        <PlanView plan={plan} />
      </div>
    </>
  )
}

function Start({ plan }: { plan: TrainingPlan | null }): ReactElement {
  const canStart = plan?.canStart === true
  const isStarting = useNextRun((run) => run.isStarting)
  const isOtherRunning = useRunning() !== null
  const hasNoState = useTrainingOptions((options) => options.states.length === 0)
  const tooLittle = plan?.shortages.find(({ isFatal }) => isFatal)?.message ?? null
  const reason = isOtherRunning ? words.otherRuns : hasNoState ? words.pairs.noState : tooLittle
  const reasonId = useId()
  return (
    <div className={styles.row}>
      <Button
        size="sm"
        disabled={!canStart || isOtherRunning}
        loading={isStarting}
        leftSection={<IconPlayerPlay size={16} />}
        aria-describedby={reason === null ? undefined : reasonId}
        title={withKeys(text.keys.actions['training.start'], 'training.start')}
        onClick={() => void startPlanned()}
      >
        {words.start(canStart ? plan.pairCount : 0)}
      </Button>
      {reason === null ? null : (
        <span id={reasonId} className={styles.dim}>
          {reason}
        </span>
      )}
    </div>
  )
}
