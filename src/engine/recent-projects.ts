import { toFailure } from '../contract/errors'
import type { Project } from '../contract/project'
import type { Emit } from './engine-options'
import type { UserFiles } from './user-files'

/** The list of recent folders, with how far each is reviewed. It is not worth failing for. */
export class RecentProjects {
  private isTroubleTold = false

  constructor(
    private readonly user: UserFiles,
    private readonly emit: Emit,
  ) {}

  /** Never throws: where the list cannot be stored, the UI is told once. */
  async remember({ folder, name, pairCount, counts }: Project): Promise<void> {
    const reviewedCount = pairCount - counts.unreviewed
    try {
      await this.user.remember({ folder, name, openedAt: Date.now(), pairCount, reviewedCount })
    } catch (error) {
      if (!this.isTroubleTold) {
        this.isTroubleTold = true
        const message = `The list of recent folders cannot be stored: ${toFailure(error).message}.`
        this.emit('notice', { level: 'warning', message })
      }
    }
  }
}
