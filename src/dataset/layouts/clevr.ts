import { emptyReading } from '../reading'
import type { ReadingBuilder } from '../reading'
import type { Scan, ScannedImage } from '../scan'
import { splitOf } from '../split-names'
import { message } from '../../messages/message'

const ROLE_WORD = /_(default|semantic|nonsemantic)_/i

/**
 * CLEVR-Change: each number in `images/` has a changed view in `sc_images/` and an unchanged one in
 * `nsc_images/`, so two pairs. Names: `CLEVR_default_000000`, `CLEVR_semantic_000000`,
 * `CLEVR_nonsemantic_000000`. Source: Seth-Park/RobustChangeCaptioning, README.
 */
export function readClevr(scan: Scan): ReadingBuilder {
  const title = message('readings.clevr')
  const builder = emptyReading('clevr-change', title)
  for (const folder of scan.folders.filter((candidate) => /(^|\/)images$/i.test(candidate))) {
    const parent = folder.slice(0, -'images'.length)
    const befores = new Map((scan.imagesIn.get(folder) ?? []).map((image) => [idOf(image), image]))
    const used = new Set<ScannedImage>()
    const afterFolders = scan.folders.filter((candidate) =>
      [`${parent}sc_images`, `${parent}nsc_images`].some(
        (wanted) => wanted.toLowerCase() === candidate.toLowerCase(),
      ),
    )
    for (const afterFolder of afterFolders) {
      addPairs(afterFolder, parent, befores, used, scan, builder)
    }
    if (afterFolders.length > 0) {
      for (const image of [...befores.values()].filter((candidate) => !used.has(candidate))) {
        builder.leftOut.push({
          path: image.path,
          reason: message('readings.noPartnerInClevr'),
        })
      }
    }
  }
  return builder
}

function addPairs(
  folder: string,
  parent: string,
  befores: ReadonlyMap<string, ScannedImage>,
  used: Set<ScannedImage>,
  scan: Scan,
  builder: ReadingBuilder,
): void {
  const side = folder.slice(parent.length).toLowerCase()
  for (const after of scan.imagesIn.get(folder) ?? []) {
    const before = befores.get(idOf(after))
    if (before === undefined) {
      builder.leftOut.push({
        path: after.path,
        reason: message('readings.noPartnerIn', { folder: `${parent}images` }),
      })
      continue
    }
    used.add(before)
    builder.pairs.push({
      // names without a role word are equal on all sides: the folder tells them apart
      key: ROLE_WORD.test(after.stem) ? `${parent}${after.stem}` : `${parent}${side}/${after.stem}`,
      split: splitOf(parent),
      before: before.path,
      after: after.path,
      label: null,
      caption: null,
    })
  }
}

function idOf({ stem }: ScannedImage): string {
  return stem.replace(ROLE_WORD, '_')
}
