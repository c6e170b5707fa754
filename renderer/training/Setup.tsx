import { Button, Radio, Select } from '@mantine/core'
import { IconPlayerPlay, IconSchool } from '@tabler/icons-react'
import { useEffect, useId } from 'react'
import type { ReactElement } from 'react'
import type { TrainingPlan, TrainingPreset } from '../../src/contract/training'
import { withKeys } from '../keys/actions'
import { refreshModels } from '../models/commands'
import { text } from '../text/chosen'
import { Empty } from '../components/Empty'
import { WorkPlace } from '../components/WorkPlace'
import { useRoute } from '../state/route'
import { Advanced } from './Advanced'
import { startPlanned, useNextRun, useTrainingOptions } from './commands'
import { PairChoice } from './PairChoice'
import { PlanView, useHasPairs, usePlan } from './PlanView'
import { useRunning } from './runs'
import shared from '../components/shared.module.css'
import styles from './Setup.module.css'
import { trainingPresets, trainingPresetSchema } from '../../src/contract/training'
import { spellDuration } from '../components/duration'
import { titleOf } from '../models/spell'
import { useEngineState } from '../state/engine-state'
import { spellMessage } from '../text/message'

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
          <Where />
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
  const shortage = plan?.shortages.find(({ isFatal }) => isFatal)
  const tooLittle = shortage === undefined ? null : spellMessage(shortage.message)
  const reason = isOtherRunning ? words.otherRuns : hasNoState ? words.pairs.noState : tooLittle
  const reasonId = useId()
  return (
    <div className={shared.row}>
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
        <span id={reasonId} className={shared.dim}>
          {reason}
        </span>
      )}
    </div>
  )
}

const presetWords = text.training.preset

/** How long to train, with what that comes to on this machine; what it comes to on a worker is not known. */
function Presets({ minutes }: { minutes: TrainingPlan['minutes'] }): ReactElement {
  const preset = useTrainingOptions((options) => options.preset)
  const isHere = useTrainingOptions((options) => options.on === 'here')
  const timeOf = (value: TrainingPreset): string =>
    minutes === null ? presetWords.rough[value] : presetWords.estimate(spellDuration(minutes[value] * 60))
  return (
    <Radio.Group
      label={presetWords.title}
      value={preset}
      onChange={(value) => useTrainingOptions.setState({ preset: trainingPresetSchema.parse(value) })}
    >
      <div className={styles.presets}>
        {trainingPresets.map((value) => (
          <Radio
            key={value}
            value={value}
            label={isHere ? `${presetWords.names[value]}, ${timeOf(value)}` : presetWords.names[value]}
            description={presetWords.explain[value]}
          />
        ))}
      </div>
    </Radio.Group>
  )
}

function Where(): ReactElement {
  const on = useTrainingOptions((options) => options.on)
  return (
    <WorkPlace
      task="training"
      words={words.where}
      value={on}
      onChange={(place) => useTrainingOptions.setState({ on: place })}
    />
  )
}

const AUTOMATIC = ''

/** The model that the run begins with. */
function From({ plan }: { plan: TrainingPlan | null }): ReactElement {
  const from = useTrainingOptions((options) => options.from)
  const list = useEngineState((state) => state.models)
  const packages = (list?.models ?? []).filter(({ folder, problem }) => folder !== null && problem === null)
  const present = from === null && list !== null ? (plan?.from ?? null) : null
  const label =
    present === null || list === null
      ? words.fromAny
      : (present === list.inUse ? words.fromInUse : words.fromInstead)(titleOf(list, present))
  return (
    <Select
      label={words.from}
      allowDeselect={false}
      value={from ?? AUTOMATIC}
      data={[{ value: AUTOMATIC, label }, ...packages.map(({ id, title }) => ({ value: id, label: title }))]}
      onChange={(value) =>
        useTrainingOptions.setState({ from: value === null || value === AUTOMATIC ? null : value })
      }
    />
  )
}
