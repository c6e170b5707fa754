import { app } from 'electron'
import type { Session } from 'electron'

/** Nothing but our page in our window: no navigation, no new windows, no permissions, no web views. */
export function lockDown(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  session.setPermissionCheckHandler(() => false)
  session.setSpellCheckerDictionaryDownloadURL('deltascribe://app/none/')
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', (event) => event.preventDefault())
    contents.on('will-redirect', (event) => event.preventDefault())
    contents.on('will-attach-webview', (event) => event.preventDefault())
    contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  })
}
