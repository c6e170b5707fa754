import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { parseFunctionWords, parseNonbreakingPrefixes, parsePairs } from '../metrics/meteor/resources'
import type { MeteorResources } from '../metrics/meteor/resources'
import { synonymDictionary } from '../metrics/meteor/synonyms'

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
