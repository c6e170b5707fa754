import type { Project } from '../../src/contract/project'
import { spellMessage } from '../text/message'
import { notify } from './notices'

/**
 * Tells where the work on a project is kept, when the page learns of it: from an answer or from an event, whichever
 * comes first.
 */
export function showStoreNotice(project: Project | null, before: Project | null): void {
  const isNew = project?.storePath !== before?.storePath || project?.storeNotice !== before?.storeNotice
  if (isNew && project !== null && project.storeNotice !== null) {
    notify('warning', spellMessage(project.storeNotice))
  }
}
