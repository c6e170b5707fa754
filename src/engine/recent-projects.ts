import { toFailure } from '../contract/errors'
import type { Project } from '../contract/project'
import type { Emit } from './engine-options'
import type { UserFiles } from './user-files'

/** The list of recent folders, with how far each is reviewed. A failure to store it only causes a notice. */
export class RecentProjects {
  private hasWarned = false

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
      if (!this.hasWarned) {
        this.hasWarned = true
        const message = `The list of recent folders cannot be stored: ${toFailure(error).message}.`
        this.emit('notice', { level: 'warning', message })
      }
    }
  }
}
