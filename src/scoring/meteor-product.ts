import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import {
  englishFunctionWords,
  englishNonbreakingPrefixes,
  parseWordNetIndex,
} from '../metrics/meteor/resources'
import type { MeteorResources } from '../metrics/meteor/resources'
import { synonymDictionary } from '../metrics/meteor/synonyms'

const require = createRequire(import.meta.url)
const unzip = promisify(gunzip)
const TAR_BLOCK = 512

/**
 * METEOR's resources from packages of the npm registry: WordNet 3.0's index files (`WNdb`, an archive), its
 * morphological exceptions (in `wink-eng-lite-web-model`), and word lists of our own. About 0.6 s and 60 MB.
 */
export async function loadProductResources(): Promise<MeteorResources> {
  const synsets = new Map<string, string>()
  const archive = await readFile(join(dirname(require.resolve('WNdb/package.json')), 'WNdb-3.0.tar.gz'))
  for (const file of indexFiles(await unzip(archive))) {
    parseWordNetIndex(file, synsets)
  }
  return {
    functionWords: englishFunctionWords,
    nonbreakingPrefixes: englishNonbreakingPrefixes,
    synonyms: synonymDictionary(synsets, exceptions()),
  }
}

/** The texts of `dict/index.{noun,verb,adj,adv}` in an uncompressed tar archive (POSIX ustar headers). */
function* indexFiles(tar: Buffer): Generator<string> {
  for (let offset = 0; offset + TAR_BLOCK <= tar.length;) {
    const name = tar.toString('latin1', offset, offset + 100).replaceAll('\0', '')
    const size = Number.parseInt(tar.toString('latin1', offset + 124, offset + 136), 8) || 0
    const start = offset + TAR_BLOCK
    if (/index\.(noun|verb|adj|adv)$/.test(name)) {
      yield tar.toString('latin1', start, start + size)
    }
    offset = start + Math.ceil(size / TAR_BLOCK) * TAR_BLOCK
  }
}

function exceptions(): Map<string, string[]> {
  const bases = new Map<string, string[]>()
  for (const part of ['noun', 'verb', 'adjective']) {
    const table = require(`wink-eng-lite-web-model/dist/wn-${part}-exceptions.js`) as Record<string, string>
    for (const [form, base] of Object.entries(table)) {
      bases.set(form, [...(bases.get(form) ?? []), base])
    }
  }
  return bases
}
