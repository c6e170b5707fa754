import { Button, Switch, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactElement } from 'react'
import { remoteSettingsSchema } from '../../src/contract/remote'
import type { RemoteSettings, RemoteTrial } from '../../src/contract/remote'
import connectorStyles from '../connector/Connector.module.css'
import { engine } from '../engine'
import { changeSettings, useEngineState } from '../state/engine-state'
import { text } from '../text/chosen'
import styles from './Settings.module.css'
import { messageOf } from '../text/message'

const words = text.settings.machine

/** Another machine that makes the proposals. */
export function MachineSettings(): ReactElement {
  const remote = useEngineState(({ settings }) => settings.remote)
  return (
    <>
      <Switch
        className={styles.field}
        label={words.isOn}
        description={words.explain}
        checked={remote.isOn}
        onChange={(event) => changeRemote({ isOn: event.currentTarget.checked })}
      />
      {remote.isOn ? (
        <>
          <Field name="host" problem={words.isNoName} />
          <Field name="command" problem={words.isNoCommand} />
          <Switch
            className={styles.field}
            label={words.goesOnHere}
            description={words.goesOnHereExplain}
            checked={remote.goesOnHere}
            onChange={(event) => changeRemote({ goesOnHere: event.currentTarget.checked })}
          />
          <Trial key={`${remote.host} ${remote.command}`} />
        </>
      ) : null}
    </>
  )
}

function changeRemote(change: Partial<RemoteSettings>): void {
  changeSettings({ remote: { ...useEngineState.getState().settings.remote, ...change } })
}

/** Stored when the field is left, and only what can be used. */
function Field({ name, problem }: { name: 'host' | 'command'; problem: string }): ReactElement {
  const stored = useEngineState(({ settings }) => settings.remote[name])
  const [typed, setTyped] = useState<string | null>(null)
  const wanted = typed?.trim() ?? stored
  const isValid = remoteSettingsSchema.shape[name].safeParse(wanted).success
  function store(): void {
    if (isValid) {
      if (wanted !== stored) {
        changeRemote({ [name]: wanted })
      }
      setTyped(null)
    }
  }
  const { label, explain } = words[name]
  return (
    <TextInput
      className={styles.field}
      label={label}
      description={explain}
      maxLength={1000}
      error={isValid ? null : problem}
      value={typed ?? stored}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={store}
    />
  )
}

/** Connects, and shows what is there. The person is asked in a dialog of the system before. */
function Trial(): ReactElement {
  const host = useEngineState(({ remote }) => remote?.host ?? null)
  const [isTrying, setTrying] = useState(false)
  const [trial, setTrial] = useState<RemoteTrial | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  async function tryMachine(): Promise<void> {
    setTrying(true)
    setTrial(null)
    setProblem(null)
    try {
      setTrial(await engine.call('remote.try', {}))
    } catch (error) {
      setProblem(messageOf(error))
    } finally {
      setTrying(false)
    }
  }
  return (
    <>
      <div className={connectorStyles.commands}>
        <Button loading={isTrying} disabled={host === null} onClick={() => void tryMachine()}>
          {words.try}
        </Button>
        <span className={styles.dim}>{words.tryExplain}</span>
      </div>
      {problem === null ? null : (
        <div className={connectorStyles.problem} role="alert">
          <IconAlertTriangle size={14} aria-hidden />
          <span data-selectable>{problem}</span>
        </div>
      )}
      {trial === null ? null : <Found trial={trial} />}
    </>
  )
}

function Found({ trial: { found } }: { trial: RemoteTrial }): ReactElement {
  if (found === null) {
    return <p role="status">{words.declined}</p>
  }
  const { version, platform, reports, inUse } = found
  const usable = reports.filter(({ isUsable }) => isUsable)
  const { names, speed } = text.shell.provider
  const list = usable.map(({ name, milliseconds }) =>
    milliseconds === null ? names[name] : words.provider(names[name], speed(milliseconds)),
  )
  return (
    <p role="status" data-selectable>
      {words.found({ version, platform, providers: list.join(', '), inUse: names[inUse] })}
    </p>
  )
}
