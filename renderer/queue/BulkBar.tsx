import { ActionIcon, Button, Loader, Tooltip } from '@mantine/core'
import { IconCheck, IconRotate, IconX } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { withKeys } from '../keys/actions'
import { text } from '../text/en'
import { AskPairsButton } from './AskPairs'
import { decideSelected, useBulk } from './bulk'
import { usePairList } from './list'
import styles from './Queue.module.css'

const words = text.queue

/** What can be done with the selected pairs together. */
export function BulkBar(): ReactElement | null {
  const count = usePairList((list) => list.selected.size)
  const bulk = useBulk((store) => store.bulk)
  if (count === 0 && bulk === null) {
    return null
  }
  const isBusy = bulk !== null
  return (
    <div
      className={styles.bulk}
      role="toolbar"
      aria-label={words.selected(count)}
      data-keep-focus
      tabIndex={-1}
    >
      <output>{isBusy ? words.deciding(bulk.done, bulk.total) : words.selected(count)}</output>
      {isBusy ? <Loader size={14} /> : null}
      <div className={styles.gap} />
      <Button
        disabled={isBusy}
        leftSection={<IconCheck size={14} />}
        title={withKeys(text.keys.actions['queue.accept'], 'queue.accept')}
        onClick={() => void decideSelected('accept')}
      >
        {words.accept}
      </Button>
      <Button
        disabled={isBusy}
        variant="default"
        leftSection={<IconX size={14} />}
        title={withKeys(text.keys.actions['queue.reject'], 'queue.reject')}
        onClick={() => void decideSelected('reject')}
      >
        {words.reject}
      </Button>
      <Button
        disabled={isBusy}
        variant="default"
        leftSection={<IconRotate size={14} />}
        onClick={() => void decideSelected('reopen')}
      >
        {words.reopen}
      </Button>
      {isBusy ? null : <AskPairsButton isOfSelection />}
      <Tooltip label={withKeys(words.clearSelection, 'queue.clear')}>
        <ActionIcon aria-label={words.clearSelection} onClick={() => usePairList.getState().clearSelection()}>
          <IconX size={16} />
        </ActionIcon>
      </Tooltip>
    </div>
  )
}
