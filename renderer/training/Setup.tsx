import { Button } from '@mantine/core'
import { IconPlayerPlay, IconSchool } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { ReactElement } from 'react'
import { withKeys } from '../keys/actions'
import { askModels } from '../models/commands'
import { text } from '../text/en'
import { Empty } from '../ui/Empty'
import { useLive } from '../ui/live'
import { usePlace } from '../ui/place'
import { Advanced } from './Advanced'
import { startRun } from './commands'
import { From } from './From'
import { useTrainingOptions } from './options'
import { PairChoice } from './PairChoice'
import { PlanView } from './PlanView'
import { Presets } from './Presets'
import { useRunning } from './runs'
import styles from './Training.module.css'
import { usePlan } from './use-plan'

const words = text.training

/** What a new run would learn from, how long, and its start. */
export function Setup(): ReactElement {
  const reviewed = useLive(({ project }) =>
    project === null ? 0 : project.pairCount - project.counts.unreviewed,
  )
  const states = useTrainingOptions((options) => options.states)
  useEffect(() => void askModels(), [])
  if (reviewed === 0 && !states.includes('unreviewed')) {
    return (
      <Empty icon={<IconSchool />} title={words.noPairs.title}>
        <p>{words.noPairs.explain}</p>
        <Button onClick={() => usePlace.getState().go('review')}>{words.noPairs.review}</Button>
      </Empty>
    )
  }
  return <Form />
}

function Form(): ReactElement {
  const plan = usePlan()
  return (
    <>
      <p className={styles.lead}>{words.lead}</p>
      <div className={styles.columns}>
        <div className={styles.options}>
          <PairChoice plan={plan.value} />
          <Presets minutes={plan.value?.minutes ?? null} />
          <From plan={plan.value} />
          <Advanced />
          <Start count={plan.value?.pairCount ?? 0} canStart={plan.value?.canStart === true} />
        </div>
        <PlanView plan={plan} />
      </div>
    </>
  )
}

function Start({ count, canStart }: { count: number; canStart: boolean }): ReactElement {
  const [isStarting, setStarting] = useState(false)
  const isOtherRunning = useRunning() !== null
  async function start(): Promise<void> {
    setStarting(true)
    await startRun()
    setStarting(false)
  }
  return (
    <div className={styles.row}>
      <Button
        size="sm"
        data-start-training
        disabled={!canStart || isOtherRunning}
        loading={isStarting}
        leftSection={<IconPlayerPlay size={16} />}
        title={withKeys(text.keys.actions['training.start'], 'training.start')}
        onClick={() => void start()}
      >
        {words.start(canStart ? count : 0)}
      </Button>
      {isOtherRunning ? <span className={styles.dim}>{words.otherRuns}</span> : null}
    </div>
  )
}
