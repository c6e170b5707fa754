import { Select, Slider } from '@mantine/core'
import { useState } from 'react'
import type { ReactElement } from 'react'
import { languageSchema, settingsSchema } from '../../src/contract/work'
import { changeSettings, useEngineState } from '../state/engine-state'
import { text } from '../text/chosen'
import { LANGUAGE_NAMES } from '../text/languages'
import { preferredLanguages } from '../text/preferred-languages'
import { LANGUAGES, languageOf } from '../../src/messages/languages'
import styles from './Settings.module.css'

const words = text.settings

export function Appearance(): ReactElement {
  return (
    <section aria-label={words.appearance}>
      <h2>{words.appearance}</h2>
      <Language />
      <Theme />
      <Scale />
    </section>
  )
}

function Language(): ReactElement {
  const language = useEngineState((state) => state.settings.language)
  const ofSystem = LANGUAGE_NAMES[languageOf('system', preferredLanguages())]
  return (
    <Select
      className={styles.field}
      label={words.language}
      description={words.languageExplain}
      allowDeselect={false}
      value={language}
      data={[
        { value: 'system', label: words.languageOfSystem(ofSystem) },
        ...LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] })),
      ]}
      onChange={(value) => changeSettings({ language: languageSchema.parse(value) })}
    />
  )
}

function Theme(): ReactElement {
  const theme = useEngineState((state) => state.settings.theme)
  return (
    <Select
      className={styles.field}
      label={words.theme}
      allowDeselect={false}
      value={theme}
      data={settingsSchema.shape.theme.options.map((value) => ({ value, label: words.themes[value] }))}
      onChange={(value) => changeSettings({ theme: settingsSchema.shape.theme.parse(value) })}
    />
  )
}

function Scale(): ReactElement {
  const scale = useEngineState((state) => state.settings.scale)
  // The page is not resized under the pointer: only once the slider is let go.
  const [shown, setShown] = useState<number | null>(null)
  const value = shown ?? scale
  return (
    <div className={styles.field}>
      <div className={styles.label}>
        {words.scale}: {words.scaleValue(value)}
      </div>
      <Slider
        thumbLabel={words.scale}
        min={1}
        max={2}
        step={0.05}
        value={value}
        label={words.scaleValue(value)}
        marks={[{ value: 1 }, { value: 1.25 }, { value: 1.5 }, { value: 1.75 }, { value: 2 }]}
        onChange={setShown}
        onChangeEnd={(chosen) => {
          setShown(null)
          changeSettings({ scale: chosen })
        }}
      />
    </div>
  )
}
