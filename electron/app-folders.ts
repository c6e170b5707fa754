import { app } from 'electron'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { userFolder } from '../src/engine/user-folder'

/** `profile` is Chromium's; `user` is shared with the command line. */
export function appFolders(): { user: string; profile: string; page: string; sample: string; models: string } {
  const user = userFolder()
  return {
    user,
    profile: join(user, 'window'),
    page: fileURLToPath(new URL('../renderer', import.meta.url)),
    sample: shipped('sample'),
    models: shipped('models'),
  }
}

/** A folder that comes with the program. */
function shipped(name: string): string {
  return app.isPackaged
    ? join(process.resourcesPath, name)
    : fileURLToPath(new URL(`../../${name}`, import.meta.url))
}
