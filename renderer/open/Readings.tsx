import { Button, Radio, ActionIcon } from '@mantine/core'
import { useState } from 'react'
import type { ReactElement } from 'react'
import type { Reading } from '../../src/contract/project'
import { text } from '../text/chosen'
import { useEngineState } from '../state/engine-state'
import { useRoute } from '../state/route'
import { backToStart, openProject, changeReading, useOpenFlow } from './flow'
import type { OpenedPlace } from './flow'
import styles from './Readings.module.css'
import { IconX } from '@tabler/icons-react'
import { spellMessage } from '../text/message'

const words = text.open.readings

/** All readings that find pairs, with the pairs that each would find in the folder. */
export function Readings(props: OpenedPlace & { readings: Reading[]; isChange: boolean }): ReactElement {
  const { folder, shown, readings, isChange } = props
  const present = useEngineState(({ project }) => (isChange ? project?.reading.id : undefined))
  const [chosenId, setChosenId] = useState(present ?? readings[0].id)
  const chosen = readings.find(({ id }) => id === chosenId) ?? readings[0]
  return (
    <div className={styles.readings}>
      <h1>{words.title}</h1>
      <p className={styles.path2} data-selectable>
        {shown}
      </p>
      <p>{isChange ? words.change : words.doubt}</p>
      <Radio.Group value={chosenId} onChange={setChosenId} aria-label={words.label}>
        <div className={styles.choices}>
          {readings.map((reading) => (
            <Choice key={reading.id} reading={reading} isChosen={reading.id === chosenId} />
          ))}
        </div>
      </Radio.Group>
      <Details reading={chosen} />
      <div className={styles.buttons}>
        <Button onClick={() => void openProject(folder, chosen.id, shown)}>{words.open}</Button>
        <Button
          variant="default"
          onClick={() => {
            backToStart()
            if (isChange) {
              useRoute.getState().go('queue')
            }
          }}
        >
          {words.back}
        </Button>
      </div>
    </div>
  )
}

function Choice({ reading, isChosen }: { reading: Reading; isChosen: boolean }): ReactElement {
  return (
    <div className={styles.choice} data-chosen={isChosen || undefined}>
      <Radio value={reading.id} label={spellMessage(reading.title)} />
      <span className={styles.facts}>
        <span>{words.pairs(reading.pairCount)}</span>
        {reading.labelCount > 0 ? <span>{words.labels(reading.labelCount)}</span> : null}
        {reading.leftOutCount > 0 ? <span>{words.leftOut(reading.leftOutCount)}</span> : null}
      </span>
    </div>
  )
}

function Details({ reading }: { reading: Reading }): ReactElement {
  const shown = reading.leftOut.reduce((sum, { count }) => sum + (count ?? 1), 0)
  const more = reading.leftOutCount - shown
  return (
    <div className={styles.details}>
      <section>
        <h2>{words.examples}</h2>
        <table>
          <thead>
            <tr>
              <th scope="col">{words.before}</th>
              <th scope="col">{words.after}</th>
            </tr>
          </thead>
          <tbody data-selectable>
            {reading.examples.map((example) => (
              <tr key={example.key}>
                <td>{example.before}</td>
                <td>{example.after}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {reading.leftOutCount === 0 ? null : (
        <section>
          <h2>{words.leftOutTitle}</h2>
          <table>
            <tbody data-selectable>
              {reading.leftOut.map(({ path, reason }) => (
                <tr key={path}>
                  <td>{path}</td>
                  <td>{spellMessage(reason)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {more > 0 ? <p>{words.more(more)}</p> : null}
        </section>
      )}
    </div>
  )
}

const openWords = text.open

/** The reading that the folder was recognised as, until the line is dismissed. */
export function Recognised(): ReactElement | null {
  const project = useEngineState((state) => state.project)
  const isShown = useOpenFlow((flow) => flow.isRecognitionShown)
  if (project === null || !isShown) {
    return null
  }
  const { title, pairCount, labelCount, leftOutCount } = project.reading
  const facts = [
    openWords.readings.pairs(pairCount),
    ...(labelCount > 0 ? [openWords.readings.labels(labelCount)] : []),
    ...(leftOutCount > 0 ? [openWords.readings.leftOut(leftOutCount)] : []),
  ]
  return (
    <output className={styles.recognised}>
      <span>{openWords.recognised(spellMessage(title), facts.join(', '))}</span>
      <Button size="compact-xs" variant="subtle" onClick={changeReading}>
        {openWords.changeReading}
      </Button>
      <ActionIcon
        size={20}
        aria-label={text.shell.dismiss}
        onClick={() => useOpenFlow.setState({ isRecognitionShown: false })}
      >
        <IconX size={14} />
      </ActionIcon>
    </output>
  )
}
