import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { link, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { pack as createTar } from 'tar-stream'
import type { Pack } from 'tar-stream'
import { MANIFEST_NAME } from './catalogue'
import type { KnownFile, PackDescriptor } from './catalogue'
import { keepLocal } from './fetch'
import { hubKey } from './hub'
import { filesOf, manifestSchema, packFolder, readManifest, verifyPack } from './installed'
import type { PackManifest } from './installed'
import { PackError, writingFailed } from './pack-error'
import type { HubDigests } from './records'
import { openTar, unpack } from './unpack'
import { message, messageTextOf, joinSentences } from '../messages/message'

const MAX_MANIFEST_BYTES = 2 ** 20

/**
 * Writes an installed pack as one tar file, to be added on a machine without a network. The files are checked first.
 * @returns bytes of the tar
 * @throws PackError; nothing is left at `out` then, and a file that is there stays
 */
export async function carryPack(pack: PackDescriptor, packsFolder: string, out: string): Promise<number> {
  const problems = await verifyPack(packsFolder, pack)
  const folder = packFolder(packsFolder, pack.id)
  const manifest = await readManifest(folder)
  const files = manifest === null ? null : filesOf(manifest, pack)
  if (problems.length > 0 || manifest === null || files === null) {
    throw new PackError(
      'bad-file',
      message('packs.nothingWritten', { reason: joinSentences(problems) ?? '' }),
    )
  }
  const temporary = join(dirname(out), `.${basename(out)}.${randomBytes(4).toString('hex')}.partial`)
  try {
    const tar = createTar()
    const writing = pipeline(tar, createWriteStream(temporary, { flags: 'wx', flush: true }))
    const text = `${JSON.stringify({ ...manifest, files }, null, 2)}\n`
    tar.entry({ name: `${pack.id}/${MANIFEST_NAME}` }, text)
    // the writer's error is the one that says why
    await Promise.all([writing, addFiles(tar, folder, pack.id, files)])
    await putInPlace(temporary, out)
    return (await stat(out)).size
  } catch (error) {
    throw writingFailed(out, error)
  } finally {
    await rm(temporary, { force: true })
  }
}

async function addFiles(tar: Pack, folder: string, id: string, files: PackManifest['files']): Promise<void> {
  for (const { name, bytes } of files) {
    await pipeline(createReadStream(join(folder, name)), tar.entry({ name: `${id}/${name}`, size: bytes }))
  }
  tar.finalize()
}

/** A link takes no name that is taken; some drives know no links. */
async function putInPlace(temporary: string, out: string): Promise<void> {
  try {
    await link(temporary, out)
  } catch (error) {
    const isTaken = (await stat(out).catch(() => null)) !== null
    if (isTaken) {
      throw new PackError('cannot-write', message('packs.isThere', { path: out }))
    }
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      throw error
    }
    await rename(temporary, out)
  }
}

/**
 * What a carried pack, or a copy of a pack's folder, says of itself; null for anything else, such as the archive of a
 * registry. @throws PackError where it cannot be read
 */
export async function carriedManifest(path: string): Promise<PackManifest | null> {
  if (await isFolder(path)) {
    return readManifest(path)
  }
  const tar = await openTar(path, AbortSignal.timeout(60_000))
  try {
    for await (const entry of tar.entries) {
      const { name, size = 0, type } = entry.header
      if (type === 'directory') {
        entry.resume()
        continue
      }
      if (basename(name) !== MANIFEST_NAME || name.split('/').length > 2 || size > MAX_MANIFEST_BYTES) {
        return null
      }
      const parts: Uint8Array[] = []
      for await (const part of entry) {
        parts.push(part)
      }
      return manifestSchema.safeParse(JSON.parse(Buffer.concat(parts).toString('utf8'))).data ?? null
    }
    return null
  } catch {
    return null
  } finally {
    await tar.end()
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory()
  } catch (error) {
    throw new PackError('bad-file', message('packs.cannotBeRead', { path, reason: messageTextOf(error) }))
  }
}

/**
 * The pack's files with their digests: the catalogue's, or where that has none, those of the carried pack, which must
 * be those of the first install. @throws PackError
 */
export async function carriedFiles(
  pack: PackDescriptor,
  path: string,
  digests: HubDigests,
): Promise<KnownFile[]> {
  const manifest = await carriedManifest(path)
  if (manifest !== null && (manifest.id !== pack.id || manifest.version !== pack.version)) {
    const [found, wanted] = [manifest, pack].map(({ id, version }) => message('packs.named', { id, version }))
    throw new PackError('bad-file', message('packs.otherPack', { path, found, wanted }))
  }
  const said = new Map(manifest?.files.map((file) => [file.name, file]))
  return pack.files.map((file) => {
    const { name, from, sha256 } = file
    if (sha256 !== null) {
      return { ...file, sha256 }
    }
    const recorded = from.kind === 'hub' ? digests.get(hubKey(from)) : null
    const carried = said.get(name)
    const found = recorded ?? carried
    if (found === undefined) {
      throw new PackError('bad-file', message('packs.saysNoDigest', { path, name, id: pack.id }))
    }
    if (carried !== undefined && carried.sha256 !== found.sha256) {
      throw new PackError('tampered', message('packs.saysOtherDigest', { path, name }))
    }
    return { ...file, bytes: found.bytes, sha256: found.sha256 }
  })
}

interface FillOptions {
  id: string
  files: readonly KnownFile[]
  /** A carried pack, a copy of a pack's folder, or the pack's archive. */
  file: string
  folder: string
  signal: AbortSignal
  progress(done: number): void
}

/** Puts the files into the folder, each checked while it is read. @throws PackError */
export async function fillFromCarried({
  id,
  files,
  file,
  folder,
  signal,
  progress,
}: FillOptions): Promise<void> {
  if (await isFolder(file)) {
    let before = 0
    for (const known of files) {
      const start = before
      await keepLocal(join(file, known.name), known, {
        folder,
        signal,
        progress: (done) => progress(start + done),
      })
      before += known.bytes
    }
    return
  }
  const members = files.flatMap((known): [string, KnownFile][] => [
    [`${id}/${known.name}`, known],
    [known.name, known],
    ...(known.from.kind === 'archive' ? [[known.from.path, known] as [string, KnownFile]] : []),
  ])
  await unpack({ archive: file, members: new Map(members), folder, signal, progress })
}
