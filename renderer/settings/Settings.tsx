import { Select, Switch, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { ReactElement } from 'react'
import type { SceneKind } from '../../src/contract/project'
import { AUTOMATIC_PROPOSER } from '../../src/contract/proposal'
import { settingsSchema } from '../../src/contract/work'
import { engine } from '../engine'
import { titleOf } from '../models/spell'
import { fetchProposers, useProposers } from '../state/proposers'
import { NeedsRole } from '../components/NeedsRole'
import { usePerson, useRefusal } from '../state/person'
import { text } from '../text/chosen'
import { changeSettings, useEngineState } from '../state/engine-state'
import { attempt } from '../state/notices'
import { Appearance } from './Appearance'
import { ConnectorSettings } from './connector/ConnectorSettings'
import { Credits } from './Credits'
import { KeySettings } from './KeySettings'
import { LogSettings } from './LogSettings'
import { MachineSettings } from './MachineSettings'
import { NameSettings } from './names/NameSettings'
import { NetworkSettings } from './NetworkSettings'
import styles from './Settings.module.css'
import { Updates } from './updates/Updates'
import { spellMessage } from '../text/message'

const words = text.settings

export function Settings(): ReactElement {
  const isOwner = useRefusal('owner') === null
  return (
    <div className={styles.place}>
      <div className={styles.page}>
        <h1>{words.title}</h1>
        <Appearance />
        <section aria-label={words.review}>
          <h2>{words.review}</h2>
          <Reviewer />
        </section>
        <section aria-label={words.proposals}>
          <h2>{words.proposals}</h2>
          <NeedsRole least="owner">
            <Proposer />
            <Provider />
            <MachineSettings />
            <Ahead />
            <Embed />
          </NeedsRole>
        </section>
        <NameSettings />
        {isOwner ? (
          <>
            <ConnectorSettings />
            <NetworkSettings />
          </>
        ) : null}
        <KeySettings />
        {isOwner ? <LogSettings /> : null}
        <Updates />
        <About />
      </div>
    </div>
  )
}

function Reviewer(): ReactElement {
  const stored = useEngineState((state) => state.settings.reviewer)
  const person = usePerson()
  const [typed, setTyped] = useState<string | null>(null)
  function store(): void {
    if (typed !== null && typed.trim() !== stored) {
      changeSettings({ reviewer: typed.trim() })
    }
    setTyped(null)
  }
  return (
    <TextInput
      className={styles.field}
      label={words.reviewer}
      description={person === null ? words.reviewerExplain : text.shell.team.ownName}
      disabled={person !== null}
      maxLength={200}
      value={typed ?? stored}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={store}
    />
  )
}

function explainAutomatic(kind: SceneKind | null, title: string): string {
  return kind === null ? words.automaticExplain.none : words.automaticExplain[kind](title)
}

function Proposer(): ReactElement {
  const proposer = useEngineState((state) => state.settings.proposer)
  const proposers = useProposers()
  useEffect(fetchProposers, [proposer])
  const kind = useEngineState((state) => state.project?.sceneKind ?? null)
  const isAutomatic = proposer === AUTOMATIC_PROPOSER
  const present = proposers.find(({ name, isInUse }) => (isAutomatic ? isInUse : name === proposer))
  const isKnown = isAutomatic || present !== undefined || proposers.length === 0
  const reason = isKnown ? (isAutomatic ? null : (present?.reason ?? null)) : words.missing
  const promoted = useEngineState(({ models }) =>
    models?.project?.present == null ? null : titleOf(models, models.project.present),
  )
  return (
    <Select
      className={styles.field}
      label={words.proposer}
      description={[
        isAutomatic && present !== undefined
          ? explainAutomatic(kind, present.title)
          : spellMessage(present?.description ?? ''),
        promoted === null ? null : words.promotedHere(promoted),
      ]
        .filter((part) => part !== null && part !== '')
        .join(' ')}
      error={reason === null ? null : words.insteadOf(spellMessage(reason))}
      allowDeselect={false}
      value={proposer}
      data={[
        { value: AUTOMATIC_PROPOSER, label: words.automatic },
        ...proposers.map(({ name, title, isAvailable }) => ({
          value: name,
          label: isAvailable ? title : words.unavailable(title),
          disabled: !isAvailable,
        })),
        ...(isKnown ? [] : [{ value: proposer, label: words.unavailable(proposer), disabled: true }]),
      ]}
      onChange={(value) => {
        if (value !== null) {
          changeSettings({ proposer: value })
        }
      }}
    />
  )
}

function Provider(): ReactElement {
  const provider = useEngineState((state) => state.settings.provider)
  const status = useEngineState((state) => state.providers)
  const { names } = text.shell.provider
  function isUnusable(name: string): boolean {
    return (
      name !== 'auto' && status?.reports.some((report) => report.name === name && report.isUsable) !== true
    )
  }
  return (
    <Select
      className={styles.field}
      label={words.provider}
      description={`${words.providerExplain} ${spellMessage(status?.notice ?? '')}`.trim()}
      allowDeselect={false}
      value={provider}
      data={settingsSchema.shape.provider.options.map((value) => ({
        value,
        label: isUnusable(value) ? words.unavailable(names[value]) : names[value],
        disabled: isUnusable(value) && value !== provider,
      }))}
      onChange={(value) => changeSettings({ provider: settingsSchema.shape.provider.parse(value) })}
    />
  )
}

function Ahead(): ReactElement {
  const proposeAhead = useEngineState((state) => state.settings.proposeAhead)
  return (
    <Switch
      className={styles.field}
      label={words.ahead}
      description={words.aheadExplain}
      checked={proposeAhead}
      onChange={(event) => changeSettings({ proposeAhead: event.currentTarget.checked })}
    />
  )
}

function Embed(): ReactElement {
  const embedPairs = useEngineState((state) => state.settings.embedPairs)
  return (
    <Switch
      className={styles.field}
      label={words.embed}
      description={words.embedExplain}
      checked={embedPairs}
      onChange={(event) => changeSettings({ embedPairs: event.currentTarget.checked })}
    />
  )
}

function About(): ReactElement {
  const storePath = useEngineState(({ project }) => project?.storePath)
  const [version, setVersion] = useState('')
  useEffect(() => {
    void attempt(engine.call('app.info', {})).then((info) => {
      if (info !== null) {
        setVersion(words.version(info.version, info.platform, info.node))
      }
    })
  }, [])
  return (
    <section aria-label={words.about}>
      <h2>{words.about}</h2>
      <p className={styles.dim} data-selectable>
        {version}
      </p>
      {storePath === undefined ? null : (
        <p className={styles.dim} data-selectable>
          {words.storePath}: {storePath}
        </p>
      )}
      <Credits />
    </section>
  )
}
