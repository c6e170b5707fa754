// The mean of the weights of two packages of one family, as a third one: what two runs from one beginning have learned.
//   npx tsx bench/average-models.ts OUT FIRST SECOND --share .5 --version 3
// All but the weights is the first one's; what was fitted to its answers is left out, and is to be fitted anew.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { familyOfPackage } from '../src/models/registry'
import { CARD_FILE } from '../src/packages/files'
import { openPackage, readPackageWeights } from '../src/packages/read-package'
import { writePackage } from '../src/packages/write-package'

const { positionals, values: options } = parseArgs({
  allowPositionals: true,
  options: {
    /** Of the second package, 0 to 1. */
    share: { type: 'string', default: '0.5' },
    version: { type: 'string', default: '1' },
  },
})
const [out, ...folders] = positionals
if (folders.length !== 2) {
  console.error('Name the folder to write into, and two packages.')
  process.exit(1)
}
const share = Number(options.share)
const [first, second] = await Promise.all(folders.map((folder) => openPackage(folder)))
const { weights: _weights, tokenizer: _tokenizer, calibration: _calibration, ...manifest } = first.manifest
const { network } = familyOfPackage(manifest, first.folder)
const { words = 0, categories = 0 } = manifest.sizes
const { parameters } = network.build({ words, categories }, manifest.without)
const [one, other] = [
  await readPackageWeights(first, parameters),
  await readPackageWeights(second, parameters),
]
const values = new Map(
  [...one].map(([name, own]) => {
    const others = other.get(name) ?? own
    return [name, own.map((value, at) => (1 - share) * value + share * others[at])] as const
  }),
)
const { tokenizer } = first
const card = await readFile(join(first.folder, CARD_FILE), 'utf8')
const created = new Date().toISOString()
const folder = await writePackage(
  out,
  { manifest: { ...manifest, version: options.version, created }, parameters, values, tokenizer, card },
  { replace: true },
)
console.log(`The mean is in ${folder}.`)
