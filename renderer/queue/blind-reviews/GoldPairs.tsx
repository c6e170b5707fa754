import { ActionIcon, Button } from '@mantine/core'
import { IconRosette, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactElement } from 'react'
import { MOST_GOLD } from '../../../src/contract/overlap'
import shared from '../../components/shared.module.css'
import { engine } from '../../engine'
import { attempt, notify } from '../../state/notices'
import { messageOf } from '../../text/message'
import { useQuery } from '../../state/use-query'
import { text } from '../../text/chosen'
import { selectedIds } from '../caption-pairs'
import styles from './BlindReviews.module.css'
import { useStorePath } from './dialog'

const words = text.blindReviews.gold

/** Makes the selected pairs gold pairs. For adjudicators of a project in a database. */
export function GoldButton(): ReactElement | null {
  const storePath = useStorePath()
  if (storePath === null) {
    return null
  }
  const make = async (): Promise<void> => {
    const pairIds = selectedIds() ?? []
    if (pairIds.length > MOST_GOLD) {
      notify('info', words.tooMany(MOST_GOLD))
      return
    }
    const input = { pairIds, isGold: true, storePath }
    if (pairIds.length > 0 && (await attempt(engine.call('overlap.setGold', input))) !== null) {
      notify('info', words.made(pairIds.length))
    }
  }
  return (
    <Button
      variant="default"
      leftSection={<IconRosette size={14} />}
      title={words.explain}
      onClick={() => void make()}
    >
      {words.make}
    </Button>
  )
}

interface GoldPairsProps {
  storePath: string
  onChanged: () => void
}

/** The gold pairs, each with a button that takes it out. */
export function GoldPairs({ storePath, onChanged }: GoldPairsProps): ReactElement {
  const [changes, setChanges] = useState(0)
  const [refused, setRefused] = useState<string | null>(null)
  const { value, problem: unread } = useQuery(`${storePath} ${changes}`, () =>
    engine.call('overlap.gold', {}),
  )
  const pairs = value ?? []
  const problem = unread ?? refused

  async function takeOut(pairId: number): Promise<void> {
    setRefused(null)
    try {
      await engine.call('overlap.setGold', { pairIds: [pairId], isGold: false, storePath })
      setChanges(changes + 1)
      onChanged()
    } catch (error) {
      setRefused(messageOf(error))
    }
  }

  return (
    <section className={styles.section} aria-label={words.title}>
      <h2>{words.title}</h2>
      <p className={shared.note}>{words.explain}</p>
      {problem === null ? null : (
        <p className={shared.problem} role="alert">
          {problem}
        </p>
      )}
      {pairs.length === 0 ? (
        <p className={shared.dim}>{words.none}</p>
      ) : (
        <ul className={styles.gold} tabIndex={0} aria-label={words.title}>
          {pairs.map(({ id, key }) => (
            <li key={id}>
              <span>{key}</span>
              <ActionIcon
                variant="subtle"
                aria-label={words.takeOut(key)}
                title={words.takeOut(key)}
                onClick={() => void takeOut(id)}
              >
                <IconX size={14} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
