import { Button } from '@mantine/core'
import { IconAlertTriangle, IconArrowBackUp, IconSparkles } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { ModelList, PromotionScope } from '../../src/contract/models'
import type { SceneKind } from '../../src/contract/project'
import { AUTOMATIC_PROPOSER } from '../../src/contract/proposal'
import { withKeys } from '../keys/actions'
import { text } from '../text/chosen'
import { spellDateTime } from '../text/spelling'
import { useEngineState } from '../state/engine-state'
import { rollBack, useSelection } from './commands'
import shared from '../components/shared.module.css'
import styles from './parts.module.css'
import { titleOf } from './spell'
import { spellMessage } from '../text/message'

const words = text.models.present

/** The proposer of the open folder, else the default one, with a way back to the one before. */
export function PresentModel({ list }: { list: ModelList }): ReactElement {
  const project = useEngineState((state) => state.project)
  const isBusy = useSelection((selection) => selection.isBusy)
  const promotions = list.project ?? list.byDefault
  const before = promotions.before
  const problem = problemOf(list)
  return (
    <section className={styles.present} aria-label={words.label}>
      <IconSparkles className={styles.presentIcon} aria-hidden />
      <div className={styles.presentText}>
        <span className={shared.dim}>
          {project === null ? words.everywhere : words.inProject(project.name)}
        </span>
        <strong>{titleOf(list, list.inUse)}</strong>
        <span className={shared.dim}>{explain(list, project?.sceneKind ?? null)}</span>
        {problem === null ? null : (
          <span className={styles.warning} role="alert">
            <IconAlertTriangle size={14} aria-hidden />
            <span data-selectable>{problem}</span>
          </span>
        )}
      </div>
      {before === null ? null : (
        <Button
          variant="default"
          disabled={isBusy}
          leftSection={<IconArrowBackUp size={14} />}
          title={withKeys(text.keys.actions['models.rollBack'], 'models.rollBack')}
          onClick={() => void rollBack()}
        >
          {words.rollBack(titleOf(list, before.id))}
        </Button>
      )}
    </section>
  )
}

function explain(list: ModelList, kind: SceneKind | null): string | null {
  if (kind !== null && (list.project?.present ?? list.byDefault.present) === AUTOMATIC_PROPOSER) {
    return words.automaticFor[kind]
  }
  const byDefault =
    list.byDefault.present === AUTOMATIC_PROPOSER ? words.automatic : titleOf(list, list.byDefault.present)
  if (list.project === null) {
    return list.byDefault.present === AUTOMATIC_PROPOSER ? words.automatic : null
  }
  return list.project.present === null ? words.follows : words.byDefault(byDefault)
}

/** Message if the promoted model is not the one that proposes; else null. */
function problemOf(list: ModelList): string | null {
  const chosen = list.project?.present ?? list.byDefault.present
  if (chosen === null || chosen === AUTOMATIC_PROPOSER || chosen === list.inUse) {
    return null
  }
  const reason = list.models.find(({ id }) => id === chosen)?.problem ?? words.gone
  return words.broken(titleOf(list, chosen), spellMessage(reason), titleOf(list, list.inUse))
}

const historyWords = text.models.history
const SHOWN_AT_MOST = 20

/** Promotions and roll-backs, the last first. */
export function PromotionHistory({ list }: { list: ModelList }): ReactElement {
  const entries = [
    ...(list.project?.history ?? []).map((entry) => ({ ...entry, scope: 'project' as PromotionScope })),
    ...list.byDefault.history.map((entry) => ({ ...entry, scope: 'default' as PromotionScope })),
  ]
    .toSorted((a, b) => b.at - a.at)
    .slice(0, SHOWN_AT_MOST)
  const before = list.project === null ? null : list.byDefault.before
  return (
    <section aria-label={historyWords.title}>
      <h2>{historyWords.title}</h2>
      {entries.length === 0 ? (
        <p className={shared.dim}>{historyWords.none}</p>
      ) : (
        <table className={styles.scores}>
          <thead>
            <tr>
              <th scope="col">{historyWords.when}</th>
              <th scope="col">{historyWords.where}</th>
              <th scope="col">{historyWords.what}</th>
            </tr>
          </thead>
          <tbody>
            {entries.map(({ at, kind, id, scope }) => (
              <tr key={`${scope} ${at} ${kind}`}>
                <td>{spellDateTime(at)}</td>
                <td>{scope === 'project' ? historyWords.here : historyWords.everywhere}</td>
                <td>{historyWords[kind](id === null ? historyWords.default : titleOf(list, id))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {before === null ? null : (
        <Button
          className={styles.below}
          size="compact-xs"
          variant="default"
          onClick={() => void rollBack('default')}
        >
          {historyWords.rollBackDefault(titleOf(list, before.id))}
        </Button>
      )}
    </section>
  )
}
