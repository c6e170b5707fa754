import { Button, Modal } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { ReactElement } from 'react'
import { engine } from '../../engine'
import { withKeys } from '../../keys/actions'
import { useEngineState } from '../../state/engine-state'
import { useQuery } from '../../state/use-query'
import { text } from '../../text/chosen'
import { Agreement } from './Agreement'
import styles from './BlindReviews.module.css'
import { closeBlindReviews, openBlindReviews, useBlindReviews, useStorePath } from './dialog'
import { GoldPairs } from './GoldPairs'
import { PairsOfReviews } from './PairsOfReviews'

const words = text.blindReviews

export function BlindReviewsButton(): ReactElement | null {
  const storePath = useStorePath()
  useEngineState((state) => state.settings.keys)
  return storePath === null ? null : (
    <Button
      variant="default"
      leftSection={<IconUsersGroup size={14} />}
      title={withKeys(words.explain, 'queue.blindReviews')}
      onClick={openBlindReviews}
    >
      {words.title}
    </Button>
  )
}

/** Which pairs several people review, and how far they agree. */
export function BlindReviewsDialog(): ReactElement | null {
  const isOpen = useBlindReviews((state) => state.isOpen)
  const storePath = useStorePath()
  useEffect(() => closeBlindReviews, [])
  if (storePath === null) {
    return null
  }
  return (
    <Modal opened={isOpen} onClose={closeBlindReviews} title={words.title} size="58rem">
      {isOpen ? <Content storePath={storePath} /> : null}
    </Modal>
  )
}

function Content({ storePath }: { storePath: string }): ReactElement {
  const [changes, setChanges] = useState(0)
  const { value, problem } = useQuery(`${storePath} ${changes}`, () => engine.call('overlap.list', {}))
  const counts = value ?? []
  return (
    <div className={styles.sections}>
      <PairsOfReviews
        counts={counts}
        problem={problem}
        storePath={storePath}
        onSet={() => setChanges(changes + 1)}
      />
      <GoldPairs storePath={storePath} onChanged={() => setChanges(changes + 1)} />
      {counts.length === 0 ? null : <Agreement />}
    </div>
  )
}
