import { Button } from '@mantine/core'
import { useState } from 'react'
import type { ReactElement } from 'react'
import { engine, shell } from '../engine'
import { FolderChooser } from '../open/FolderChooser'
import { commitDrafts } from '../review/commands/drafts'
import { useReviewDocument } from '../review/document'
import { inProject } from '../state/engine-state'
import { attempt, notify } from '../state/notices'
import { text } from '../text/chosen'
import { spellMessage } from '../text/message'

const words = text.shell.saveCopy

/** For work that cannot be stored where it belongs: writes it to another place. */
export function SaveCopy(): ReactElement {
  const [isChoosing, setChoosing] = useState(false)
  const [isSaving, setSaving] = useState(false)
  async function save(into: string | null): Promise<void> {
    setChoosing(false)
    if (into !== null) {
      setSaving(true)
      await saveCopyTo(into)
      setSaving(false)
    }
  }
  async function choose(): Promise<void> {
    if (shell === null) {
      setChoosing(true)
    } else {
      await save(await attempt(shell.pickFolder(words.title)))
    }
  }
  return (
    <>
      <Button size="compact-xs" variant="subtle" loading={isSaving} onClick={() => void choose()}>
        {words.button}
      </Button>
      <FolderChooser
        title={words.title}
        confirm={words.choose}
        isOpen={isChoosing}
        onClose={() => setChoosing(false)}
        onChoose={(folder) => void save(folder)}
      />
    </>
  )
}

/** What is typed is tried first, and counts as refused where it is. */
async function saveCopyTo(into: string): Promise<void> {
  commitDrafts()
  const { open, held, lost } = useReviewDocument.getState()
  const { storePath } = inProject()
  const edits = [...lost, ...held]
    .filter((edit) => edit.storePath === storePath)
    .map(({ pairId, eventId, label, diff }) => ({ pairId, eventId, label, diff: [...diff] }))
  const shown = open === null ? null : { pair: open.pair, document: open.document }
  const saved = await attempt(engine.call('project.saveCopy', { into, edits, shown, ...inProject() }))
  if (saved !== null) {
    notify('info', words.saved[saved.kind](saved.path, saved.pairCount, saved.editCount))
    saved.notices.slice(0, 3).forEach((notice) => notify('warning', spellMessage(notice)))
  }
}
