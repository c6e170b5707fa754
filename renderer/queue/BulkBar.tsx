import { ActionIcon, Button, Loader, Tooltip } from '@mantine/core'
import { IconArrowBackUp, IconCheck, IconRotate, IconX } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { withKeys } from '../keys/actions'
import { text } from '../text/chosen'
import { spellThroughput } from '../components/duration'
import { CaptionPairsButton } from './CaptionPairs'
import { GoldButton } from './blind-reviews/GoldPairs'
import { decideSelected, keepDecision, stopBulk, undoDecision, useBulk } from './bulk'
import { usePairList } from './list'
import shared from '../components/shared.module.css'
import styles from './QueueBar.module.css'

const words = text.queue

/** Actions on the selected pairs together, and undo of the last action. */
export function BulkBar(): ReactElement | null {
  const count = usePairList((list) => list.selected.size)
  const { bulk, last } = useBulk()
  if (count === 0 && bulk === null && last === null) {
    return null
  }
  return (
    <div
      className={styles.bulk}
      role="toolbar"
      aria-label={count === 0 ? words.bulk : words.selected(count)}
      data-keep-focus
      tabIndex={-1}
    >
      {bulk === null ? (
        <>
          {count === 0 ? null : <output>{words.selected(count)}</output>}
          <div className={shared.grow} />
          <UndoButton />
          {count === 0 ? <KeepButton /> : <Decisions />}
        </>
      ) : (
        <>
          <output>{[words.deciding(bulk.done, bulk.total), ...spellThroughput(bulk)].join(' · ')}</output>
          <Loader size={14} />
          <div className={shared.grow} />
          <Button
            variant="default"
            title={withKeys(text.keys.actions['queue.clear'], 'queue.clear')}
            onClick={stopBulk}
          >
            {text.shell.cancel}
          </Button>
        </>
      )}
    </div>
  )
}

function Decisions(): ReactElement {
  return (
    <>
      <Button
        leftSection={<IconCheck size={14} />}
        title={withKeys(text.keys.actions['queue.accept'], 'queue.accept')}
        onClick={() => void decideSelected('accept')}
      >
        {words.accept}
      </Button>
      <Button
        variant="default"
        leftSection={<IconX size={14} />}
        title={withKeys(text.keys.actions['queue.reject'], 'queue.reject')}
        onClick={() => void decideSelected('reject')}
      >
        {words.reject}
      </Button>
      <Button
        variant="default"
        leftSection={<IconRotate size={14} />}
        onClick={() => void decideSelected('reopen')}
      >
        {words.reopen}
      </Button>
      <CaptionPairsButton isOfSelection />
      <GoldButton />
      <Tooltip label={withKeys(words.clearSelection, 'queue.clear')}>
        <ActionIcon aria-label={words.clearSelection} onClick={() => usePairList.getState().clearSelection()}>
          <IconX size={16} />
        </ActionIcon>
      </Tooltip>
    </>
  )
}

function UndoButton(): ReactElement | null {
  const last = useBulk((store) => store.last)
  return last === null ? null : (
    <Button
      variant="default"
      leftSection={<IconArrowBackUp size={14} />}
      title={withKeys(text.keys.actions['queue.undo'], 'queue.undo')}
      onClick={() => void undoDecision()}
    >
      {words.undo(last.pairs.length, last.decision)}
    </Button>
  )
}

function KeepButton(): ReactElement {
  return (
    <Tooltip label={words.keepDecision}>
      <ActionIcon aria-label={words.keepDecision} onClick={keepDecision}>
        <IconX size={16} />
      </ActionIcon>
    </Tooltip>
  )
}
