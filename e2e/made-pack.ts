import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeSyntheticModel } from '../src/models/sam2/testing-model'
import { describePack, keptPaths, makeArchive, serveArchive } from '../src/packs/testing'
import { removeFolder } from './remove-folder'

/**
 * A small made model in the place of Segment Anything 2, on a server of this machine. Programs started while
 * it is there know it and no other; `remove` ends that.
 */
export async function offerMadePack(): Promise<{ remove(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'deltascribe-made-pack-'))
  const made = await writeSyntheticModel(join(folder, 'model'))
  const kept = keptPaths(made)
  const files = Object.fromEntries(
    Object.entries(kept).map(([name, path]) => [path, readFileSync(join(folder, 'model', name))]),
  )
  const archive = await makeArchive(files)
  const server = await serveArchive(archive, { breaks: [] })
  const source = { kind: 'url', url: `${server.url}/archive.tgz`, bytes: archive.length } as const
  const described = { ...made, archive: source, files: describePack(files, kept, source).files }
  const catalogue = join(folder, 'packs.json')
  writeFileSync(catalogue, JSON.stringify([described]))
  process.env['DELTASCRIBE_PACKS'] = catalogue
  return {
    remove() {
      delete process.env['DELTASCRIBE_PACKS']
      server.close()
      removeFolder(folder)
    },
  }
}
