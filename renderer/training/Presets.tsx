import { Radio } from '@mantine/core'
import type { ReactElement } from 'react'
import { trainingPresets, trainingPresetSchema } from '../../src/contract/training'
import type { TrainingPlan } from '../../src/contract/training'
import { text } from '../text/en'
import { spellDuration } from '../components/duration'
import { useTrainingOptions } from './options'
import styles from './Training.module.css'

const words = text.training.preset

/** How long to train, with what that comes to on this machine. */
export function Presets({ minutes }: { minutes: TrainingPlan['minutes'] }): ReactElement {
  const preset = useTrainingOptions((options) => options.preset)
  return (
    <Radio.Group
      label={words.title}
      value={preset}
      onChange={(value) => useTrainingOptions.setState({ preset: trainingPresetSchema.parse(value) })}
    >
      <div className={styles.presets}>
        {trainingPresets.map((value) => (
          <Radio
            key={value}
            value={value}
            label={`${words.names[value]}, ${
              minutes === null ? words.rough[value] : words.estimate(spellDuration(minutes[value] * 60))
            }`}
            description={words.explain[value]}
          />
        ))}
      </div>
    </Radio.Group>
  )
}
