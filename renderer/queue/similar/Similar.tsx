import { ActionIcon, Button } from '@mantine/core'
import { IconCopy, IconStack2, IconX } from '@tabler/icons-react'
import { useEffect } from 'react'
import type { ReactElement } from 'react'
import { withKeys } from '../../keys/actions'
import { useEngineState } from '../../state/engine-state'
import { text } from '../../text/chosen'
import { usePairList } from '../list'
import { fetchDuplicates, showNoneSimilar, showSimilar, useSimilar } from './similar'
import styles from './Similar.module.css'

const words = text.queue.similar

/** What the list is in the order of similarity to, and the way back. */
export function LikeChip(): ReactElement | null {
  const isOn = usePairList((list) => list.order === 'similarity')
  const likeKey = useSimilar((store) => store.likeKey)
  return isOn ? (
    <span className={styles.chip}>
      <span className={styles.chipText}>{words.like(likeKey ?? '')}</span>
      <ActionIcon size={20} aria-label={words.clear} title={words.clear} onClick={showNoneSimilar}>
        <IconX size={14} />
      </ActionIcon>
    </span>
  ) : null
}

/** For the pair under the cursor. */
export function SimilarButton(): ReactElement {
  const cursorId = usePairList((list) => list.cursorId)
  useEngineState((state) => state.settings.keys)
  return (
    <Button
      variant="default"
      leftSection={<IconStack2 size={14} />}
      disabled={cursorId === null}
      title={withKeys(text.keys.actions['queue.similar'], 'queue.similar')}
      onClick={() => {
        if (cursorId !== null) {
          void showSimilar(cursorId)
        }
      }}
    >
      {words.show}
    </Button>
  )
}

/** Nothing for a pair that is no near-duplicate of an earlier one. */
export function DuplicateMark({ id }: { id: number }): ReactElement | null {
  const key = useSimilar((store) => store.duplicates.get(id))
  if (key === undefined) {
    return null
  }
  const label = words.duplicateOf(key)
  return <IconCopy className={styles.duplicate} size={14} role="img" aria-label={label} title={label} />
}

/** Looks for near-duplicates whenever the embeddings are at rest and are others than before. */
export function useDuplicates(): void {
  const ready = useEngineState(({ embeddings }) =>
    embeddings === null || embeddings.state === 'running' ? 0 : embeddings.ready,
  )
  const storePath = useEngineState(({ project }) => project?.storePath)
  const forgotten = useSimilar((store) => store.forgotten)
  useEffect(() => {
    if (ready > 0 && storePath !== undefined) {
      void fetchDuplicates()
    }
  }, [ready, storePath, forgotten])
}
