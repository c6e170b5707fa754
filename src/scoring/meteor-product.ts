import { readFile } from 'node:fs/promises'
import { join, dirname } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import {
  parseFunctionWords,
  parseNonbreakingPrefixes,
  parsePairs,
  englishFunctionWords,
  englishNonbreakingPrefixes,
  parseWordNetIndex,
  synonymDictionary,
} from '../metrics/meteor/resources'
import type { MeteorResources } from '../metrics/meteor/resources'
import { createRequire } from 'node:module'

const unzip = promisify(gunzip)

/**
 * Resources in METEOR 1.5's own files: `function_english.words`, `nonbreaking_english.prefixes`,
 * `english.exceptions`, `english.synsets.gz`. Throws where one is missing.
 */
export async function loadMeteorFolder(folder: string): Promise<MeteorResources> {
  const [words, prefixes, exceptions, synsets] = await Promise.all([
    readFile(join(folder, 'function_english.words'), 'utf8'),
    readFile(join(folder, 'nonbreaking_english.prefixes'), 'utf8'),
    readFile(join(folder, 'english.exceptions'), 'utf8'),
    readFile(join(folder, 'english.synsets.gz')).then((bytes) => unzip(bytes)),
  ])
  return {
    functionWords: parseFunctionWords(words),
    nonbreakingPrefixes: parseNonbreakingPrefixes(prefixes),
    synonyms: synonymDictionary(
      new Map(parsePairs(synsets.toString('utf8'))),
      formsToBases(parsePairs(exceptions)),
    ),
  }
}

/** The file lists the forms of each base; morphology asks for the bases of a form. */
function formsToBases(pairs: readonly [string, string][]): Map<string, string[]> {
  const bases = new Map<string, string[]>()
  for (const [base, forms] of pairs) {
    for (const form of forms.split(/\s+/)) {
      bases.set(form, [...(bases.get(form) ?? []), base])
    }
  }
  return bases
}

const require = createRequire(import.meta.url)
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
