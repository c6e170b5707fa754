import { Button, Select, Slider, Switch, Modal } from '@mantine/core'
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { ReactElement } from 'react'
import { LEAST_NAME_SCORES } from '../../../src/contract/names'
import { captionLanguageSchema } from '../../../src/contract/project'
import { NeedsRole } from '../../components/NeedsRole'
import { useEngineState } from '../../state/engine-state'
import { text } from '../../text/chosen'
import { LANGUAGE_NAMES } from '../../text/languages'
import settings from '../Settings.module.css'
import styles from './NameSettings.module.css'
import { changeNames, followNames, renewNames, setCaptionLanguage, useNames, forgetWord } from './names'
import { NameWords } from './NameWords'
import type { NameList } from '../../../src/contract/names'
import { categoryColor } from '../../components/colors'
import { spellMessage } from '../../text/message'

const words = text.names

/** How changed things are named; in an open project, by which words. */
export function NameSettings(): ReactElement {
  const { isOn, areExamplesShared } = useEngineState((state) => state.settings.names)
  const storePath = useEngineState(({ project }) => project?.storePath ?? null)
  const list = useNames((names) => (names.storePath === storePath ? names.list : null))
  useEffect(followNames, [storePath])
  return (
    <section aria-label={words.title}>
      <h2>{words.title}</h2>
      <Unavailable />
      <p className={settings.dim}>{words.explain}</p>
      <NeedsRole least="owner">
        <Switch
          className={settings.field}
          label={words.isOn}
          description={words.isOnExplain}
          checked={isOn}
          onChange={(event) => changeNames({ isOn: event.currentTarget.checked })}
        />
        <LeastScore />
        <Switch
          className={settings.field}
          label={words.isShared}
          description={words.isSharedExplain}
          checked={areExamplesShared}
          onChange={(event) => changeNames({ areExamplesShared: event.currentTarget.checked })}
        />
      </NeedsRole>
      <NeedsRole least="adjudicator">
        <CaptionLanguage />
        {storePath === null || list === null ? null : (
          <>
            <NameWords kinds={list.kinds} />
            <TaughtNames taught={list.taught} />
          </>
        )}
        {storePath === null ? null : <Renew />}
      </NeedsRole>
    </section>
  )
}

/** The reason why nothing is named, or why the names could not be listed. */
function Unavailable(): ReactElement | null {
  const reason = useNames(({ list }) => list?.unavailable ?? null)
  const problem = useNames((names) => names.problem)
  if (reason === null && problem === null) {
    return null
  }
  return (
    <p className={styles.problem} data-selectable>
      <IconAlertTriangle size={14} aria-hidden />
      {problem === null ? words.unavailable(spellMessage(reason ?? '')) : words.failed(problem)}
    </p>
  )
}

function LeastScore(): ReactElement {
  const { isOn, leastScore } = useEngineState((state) => state.settings.names)
  const [shown, setShown] = useState<number | null>(null)
  const value = shown ?? leastScore
  const { from, to } = LEAST_NAME_SCORES
  return (
    <div className={settings.field}>
      <div className={settings.label}>
        {words.leastScore}: {words.percent(value)}
      </div>
      <Slider
        thumbLabel={words.leastScore}
        disabled={!isOn}
        min={from}
        max={to}
        step={0.05}
        value={value}
        label={words.percent(value)}
        onChange={setShown}
        onChangeEnd={(chosen) => {
          setShown(null)
          // steps of a binary fraction do not end on whole per cent
          changeNames({ leastScore: Math.min(to, Math.max(from, Math.round(100 * chosen) / 100)) })
        }}
      />
      <p className={settings.dim}>{words.leastScoreExplain}</p>
    </div>
  )
}

/** Of the open project. */
function CaptionLanguage(): ReactElement | null {
  const language = useEngineState(({ project }) => project?.captionLanguage ?? null)
  return language === null ? null : (
    <Select
      className={settings.field}
      label={words.captionLanguage}
      description={words.captionLanguageExplain}
      allowDeselect={false}
      value={language}
      data={captionLanguageSchema.options.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
      onChange={(value) => void setCaptionLanguage(captionLanguageSchema.parse(value))}
    />
  )
}

/** Shown after a change: things that are named already get new names only by a new proposal. */
function Renew(): ReactElement | null {
  const isChanged = useNames((names) => names.isChanged)
  const isRenewing = useNames((names) => names.isRenewing)
  return isChanged ? (
    <output className={styles.renew}>
      <span>
        {words.renew.changed} {words.renew.explain}
      </span>
      <Button
        variant="default"
        loading={isRenewing}
        leftSection={<IconRefresh size={14} />}
        onClick={() => void renewNames()}
      >
        {words.renew.again}
      </Button>
    </output>
  ) : null
}

const taughtWords = text.names.taught

type Taught = NameList['taught'][number]

/** Names that people gave to regions of the project, and that the program gives to similar regions. */
function TaughtNames({ taught }: { taught: readonly Taught[] }): ReactElement {
  const [asked, setAsked] = useState<Taught | null>(null)
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <h3>{taughtWords.title}</h3>
      <p className={settings.dim}>{taught.length === 0 ? taughtWords.none : taughtWords.explain}</p>
      <ul className={styles.taught} aria-label={taughtWords.title}>
        {taught.map((name) => (
          <li key={name.word} className={styles.word}>
            <span className={styles.swatch} style={{ background: categoryColor(name.word) }} />
            <span className={styles.kind}>{name.word}</span>
            {name.isUsed ? null : <span className={styles.count}>{taughtWords.notUsed}</span>}
            <span className={styles.count}>{taughtWords.count(name.count)}</span>
            <Button
              size="compact-xs"
              variant="default"
              aria-label={taughtWords.forget(name.word)}
              onClick={() => {
                setAsked(name)
                setAsking(true)
              }}
            >
              {taughtWords.forgetShort}
            </Button>
          </li>
        ))}
      </ul>
      {asked === null ? null : <Confirm name={asked} isOpen={isAsking} onClose={() => setAsking(false)} />}
    </>
  )
}

interface ConfirmProps {
  name: Taught
  isOpen: boolean
  onClose(): void
}

/** Asks before names are forgotten: they cannot be restored. */
function Confirm({ name, isOpen, onClose }: ConfirmProps): ReactElement {
  const { word, count } = name
  return (
    <Modal opened={isOpen} onClose={onClose} title={taughtWords.confirm(word)} size="28rem">
      <p className={styles.question}>{taughtWords.confirmExplain(word, taughtWords.count(count))}</p>
      <div className={settings.buttons}>
        <Button
          onClick={() => {
            onClose()
            void forgetWord(word)
          }}
        >
          {taughtWords.forgetShort}
        </Button>
        <Button data-autofocus variant="default" onClick={onClose}>
          {text.shell.cancel}
        </Button>
      </div>
    </Modal>
  )
}
