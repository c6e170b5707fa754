import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { encodeJpeg } from '../../src/images/raster'
import { encodeMaskPng } from '../../src/images/mask-png'
import { AERIAL } from './aerial'
import { attribution } from './attribution'
import { composeSample } from './compose'
import { EVERYDAY } from './everyday'
import type { SamplePair } from './plan'
import { PACKAGES } from './sources'

/**
 * `npm run write:samples -- PACKAGES [OUT]`: composes the samples of photographs. PACKAGES holds each
 * package of `sources.ts` unpacked in a folder of its name, as `dpkg-deb -x FILE.deb PACKAGES/NAME` does. OUT is
 * `samples` where it is left out. The same packages give the same pictures.
 */
const [packages, out = 'samples'] = process.argv.slice(2)
const SAMPLES: Readonly<Record<string, readonly SamplePair[]>> = { everyday: EVERYDAY, aerial: AERIAL }
/** Of 100. */
const QUALITY = 82

if (packages === undefined || Object.keys(PACKAGES).some((name) => !existsSync(join(packages, name)))) {
  console.error(`Give a folder that holds these packages, unpacked: ${Object.keys(PACKAGES).join(', ')}.`)
  process.exit(2)
}

for (const [name, pairs] of Object.entries(SAMPLES)) {
  const folder = join(out, name)
  rmSync(folder, { recursive: true, force: true })
  for (const part of ['before', 'after', 'truth']) {
    mkdirSync(join(folder, part), { recursive: true })
  }
  let bytes = 0
  for (const pair of pairs) {
    const { before, after, mask } = await composeSample(pair, packages)
    const files = {
      [join('before', `${pair.name}.jpg`)]: await encodeJpeg(before, QUALITY),
      [join('after', `${pair.name}.jpg`)]: await encodeJpeg(after, QUALITY),
      [join('truth', `${pair.name}.png`)]: await encodeMaskPng({
        ...mask,
        data: mask.data.map((value) => 255 * value),
      }),
    }
    for (const [path, content] of Object.entries(files)) {
      writeFileSync(join(folder, path), content)
      bytes += content.length
    }
  }
  const captions = pairs.map((pair) => [pair.name, pair.caption])
  writeFileSync(
    join(folder, 'truth', 'captions.json'),
    `${JSON.stringify(Object.fromEntries(captions), null, 2)}\n`,
  )
  writeFileSync(join(folder, 'ATTRIBUTION.md'), attribution(pairs))
  console.log(`${folder}: ${pairs.length} pairs, ${(bytes / 1e6).toFixed(2)} MB`)
}
