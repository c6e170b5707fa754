import { blurActiveField } from '../keys/focus'
import { storeWork } from '../review/commands/unsaved-work'

/** A folder that was given to the program from outside is opened once the work on this one is stored. */
export function followLeaving(): void {
  window.deltascribeShell?.onLeave(async () => {
    blurActiveField()
    await storeWork()
  })
}
