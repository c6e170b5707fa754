import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { PackDescriptor } from './catalogue'
import { filesOf, packFolder, readManifest, verifyPack } from './installed'
import { message, messageTextOf } from '../messages/message'
import type { Message } from '../messages/message'

/**
 * Finds packs whose files were swapped after they were installed. A pack is read whole at its first use, and again
 * where a file has another length or time.
 */
export class PackChecks {
  /** From the stamp of a pack's files to what is wrong with them. */
  private readonly known = new Map<string, Promise<Message | null>>()

  /** The first problem of an installed pack, as a sentence; null without any. */
  async problemOf(packsFolder: string, pack: PackDescriptor): Promise<Message | null> {
    try {
      const stamp = await stampOf(packsFolder, pack)
      const known = this.known.get(stamp)
      if (known !== undefined) {
        return await known
      }
      const problem = verifyPack(packsFolder, pack).then((problems) => problems.at(0) ?? null)
      this.known.set(stamp, problem)
      return await problem
    } catch (error) {
      // it is being removed, or cannot be read now: asked anew the next time
      this.known.clear()
      return message('packs.unreadableFile', { reason: messageTextOf(error) })
    }
  }
}

async function stampOf(packsFolder: string, pack: PackDescriptor): Promise<string> {
  const folder = packFolder(packsFolder, pack.id)
  const manifest = await readManifest(folder)
  const files = manifest === null ? [] : (filesOf(manifest, pack) ?? [])
  const stamps = await Promise.all(
    files.map(async ({ name, sha256 }) => {
      // the second time is set by the system alone, whatever a program says of the first
      const { size, mtimeMs, ctimeMs } = await stat(join(folder, name))
      return [name, sha256, size, mtimeMs, ctimeMs].join(' ')
    }),
  )
  return [folder, ...stamps].join('\n')
}
