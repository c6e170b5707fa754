import { idempotent, nothing } from './define'
import { callerSchema } from './person'

export const teamCommands = {
  /** Who is signed in at this connection; null where the program is one user's own. */
  'team.me': idempotent(nothing, callerSchema),
}
