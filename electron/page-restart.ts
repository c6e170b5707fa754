import type { WebContents } from 'electron'

/** A page that ends again within this time is not mended by loading it once more. */
const QUICK_MILLISECONDS = 5000

/** Loads the page again when its process has crashed: all it showed is in the store. */
export function restartPage(contents: WebContents, onGivenUp: (message: string) => void): void {
  let restartedAt = 0
  contents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') {
      return
    }
    if (Date.now() - restartedAt < QUICK_MILLISECONDS) {
      onGivenUp(`The page stopped again right after it was loaded (${reason}). What was saved is safe.`)
      return
    }
    restartedAt = Date.now()
    contents.reload()
  })
}
