import { Button, NumberInput, Switch, Textarea } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { ReactElement } from 'react'
import { connectorSettingsSchema, DEFAULT_INSTRUCTION, ENTITIES_MARK } from '../../../src/contract/connector'
import styles from '../../connector/Connector.module.css'
import { SentList, changeConnector, targetOf } from '../../connector/connector'
import { text } from '../../text/chosen'
import { useEngineState } from '../../state/engine-state'
import { Address, KeyField, ModelField } from './ConnectorFields'
import { PlaceField } from './PlaceField'
import { agreeToAddress, fetchModels, forgetModels, inspectAddress, useEndpointOf } from './endpoint'
import { Trial } from './Trial'
import { spellMessage } from '../../text/message'

const words = text.connector
const { seconds: secondsSchema, side: sideSchema } = connectorSettingsSchema.shape

/** Off until it is turned on; what it does and where it goes is said beside the switch. */
export function ConnectorSettings(): ReactElement {
  const settings = useEngineState((state) => state.settings.connector)
  const { where } = targetOf(
    settings,
    useEngineState((state) => state.packs),
  )
  async function turn(isOn: boolean): Promise<void> {
    changeConnector({ isOn })
    forgetModels()
    const endpoint = isOn && settings.pack === null ? await inspectAddress(settings.address) : null
    if (endpoint?.problem === null && endpoint.isAgreed) {
      void fetchModels()
    }
  }
  return (
    <section aria-label={words.title}>
      <h2>{words.title}</h2>
      <p className={styles.dim}>{words.explain}</p>
      <Switch
        className={styles.field}
        label={words.isOn}
        description={settings.isOn ? words.onExplain(where) : words.offExplain}
        checked={settings.isOn}
        onChange={(event) => void turn(event.currentTarget.checked)}
      />
      {settings.isOn ? <Fields /> : null}
    </section>
  )
}

function Fields(): ReactElement {
  const { address, pack, seconds, side } = useEngineState((state) => state.settings.connector)
  useEffect(() => void (pack === null && inspectAddress(address)), [address, pack])
  return (
    <>
      <PlaceField />
      {pack === null ? (
        <>
          <Address />
          <NotAgreed />
          <ModelField />
          <KeyField />
        </>
      ) : null}
      <div className={styles.pair}>
        <WholeNumber
          label={words.seconds}
          explain={words.secondsExplain}
          schema={secondsSchema}
          step={10}
          value={seconds}
          onChange={(value) => changeConnector({ seconds: value })}
        />
        <WholeNumber
          label={words.side}
          explain={words.sideExplain}
          schema={sideSchema}
          step={64}
          value={side}
          onChange={(value) => changeConnector({ side: value })}
        />
      </div>
      <Instruction />
      <h3>{pack === null ? words.sent.title : words.sent.localTitle}</h3>
      <SentList />
      <Trial />
    </>
  )
}

/** An address beyond this machine that the person has not agreed to. */
function NotAgreed(): ReactElement | null {
  const { address } = useEngineState((state) => state.settings.connector)
  const endpoint = useEndpointOf(address)
  if (endpoint === null || endpoint.problem !== null || endpoint.isAgreed) {
    return null
  }
  return (
    <div className={styles.problem} role="alert">
      <IconAlertTriangle size={14} aria-hidden />
      <span>
        {words.notAgreed} {spellMessage(endpoint.howToAgree ?? '')}
      </span>
      {endpoint.howToAgree === null ? (
        <Button size="compact-xs" variant="default" onClick={() => void agreeToAddress()}>
          {words.agree}
        </Button>
      ) : null}
    </div>
  )
}

interface WholeNumberProps {
  label: string
  explain: string
  schema: { minValue: number | null; maxValue: number | null }
  step: number
  value: number
  onChange(value: number): void
}

/** Stored when the field is left, and only within its bounds. */
function WholeNumber({ label, explain, schema, step, value, onChange }: WholeNumberProps): ReactElement {
  const [typed, setTyped] = useState<number | string | null>(null)
  const [least, most] = [schema.minValue ?? 0, schema.maxValue ?? Infinity]
  function store(): void {
    const wanted = Number(typed)
    if (typed !== null && typed !== '' && Number.isFinite(wanted)) {
      onChange(Math.min(most, Math.max(least, Math.round(wanted))))
    }
    setTyped(null)
  }
  return (
    <NumberInput
      size="xs"
      label={label}
      description={explain}
      min={least}
      max={most}
      step={step}
      allowDecimal={false}
      hideControls
      value={typed ?? value}
      onChange={setTyped}
      onBlur={store}
    />
  )
}

function Instruction(): ReactElement {
  const stored = useEngineState((state) => state.settings.connector.instruction)
  const [typed, setTyped] = useState<string | null>(null)
  const present = stored === '' ? DEFAULT_INSTRUCTION : stored
  function store(): void {
    if (typed !== null) {
      const wanted = typed.trim()
      changeConnector({ instruction: wanted === DEFAULT_INSTRUCTION ? '' : wanted })
    }
    setTyped(null)
  }
  return (
    <div className={styles.wide}>
      <Textarea
        label={words.instruction}
        description={words.instructionExplain(ENTITIES_MARK)}
        autosize
        minRows={4}
        maxRows={14}
        maxLength={4000}
        value={typed ?? present}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={store}
      />
      <div className={styles.commands}>
        <Button
          size="compact-xs"
          variant="default"
          disabled={stored === '' && typed === null}
          onClick={() => {
            setTyped(null)
            changeConnector({ instruction: '' })
          }}
        >
          {words.instructionReset}
        </Button>
      </div>
    </div>
  )
}
