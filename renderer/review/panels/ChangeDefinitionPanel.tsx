import type { ReactElement } from 'react'
import { engine } from '../../engine'
import { notifyError } from '../../state/notices'
import { useEngineState } from '../../state/engine-state'
import { text } from '../../text/chosen'
import { TYPING_PAUSE, useDraft } from '../commands/drafts'
import { DraftText, Section } from './PanelParts'

const words = text.review.changeDefinition
const MOST_CHARACTERS = 2000

/** What counts as change in the whole project, for all who review it. */
export function ChangeDefinitionPanel(): ReactElement {
  const stored = useEngineState(({ project }) => project?.changeDefinition ?? '')
  const draft = useDraft(stored, (typed) => void storeDefinition(typed), TYPING_PAUSE)
  return (
    <Section id="change-definition" title={words.title} isFoldedAtFirst={stored === ''}>
      <DraftText
        label={words.title}
        description={words.explain}
        placeholder={words.placeholder}
        maxRows={8}
        maxLength={MOST_CHARACTERS}
        draft={draft}
      />
    </Section>
  )
}

/** Shown at once. Where it cannot be stored it stays on the screen, and the reason is said. */
async function storeDefinition(typed: string): Promise<void> {
  const { project } = useEngineState.getState()
  const changeDefinition = typed.trim()
  if (project === null || project.changeDefinition === changeDefinition) {
    return
  }
  useEngineState.setState({ project: { ...project, changeDefinition } })
  try {
    await engine.call('project.setChangeDefinition', { changeDefinition, storePath: project.storePath })
  } catch (error) {
    notifyError(error)
  }
}
