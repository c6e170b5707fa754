import { UNNAMED } from '../domain/document'
import type { CaptionMaskScore, NamedMasks } from '../domain/document'
import { presenceScore } from '../metrics/presence-score'
import { captionGrammars } from './captions/languages/caption-grammars'
import type { CaptionLanguage } from '../contract/project'
import { COCO_NAMES, isSameGroup } from './coco-names'
import { message } from '../messages/message'

/** Of a caption that names another thing than its regions. */
const CONTRADICTION = 0.2

/**
 * Whether a caption names what its regions are called. It may name other things beside them ("next to a van"): a
 * contradiction is a region whose name is not said, and a name that no region has. Null where there are no names to
 * compare.
 * @param vocabulary every word that a thing can have
 * @param language of the project; a caption in English is judged too
 */
export function namedMaskScore(
  caption: string,
  regions: readonly NamedMasks[],
  vocabulary: readonly string[],
  language: CaptionLanguage = 'en',
): CaptionMaskScore | null {
  const plain = presenceScore(regions.length, caption)
  if (plain !== null) {
    return plain
  }
  const named = [...new Set(regions.map(({ category }) => category))].filter((word) => word !== UNNAMED)
  const known = [...new Set([...named, ...vocabulary])]
  const languages = new Set<CaptionLanguage>([language, 'en'])
  const mentioned = [...languages].flatMap((one) => captionGrammars[one].namesIn(caption, known))
  const unmentioned = named.filter((word) => !mentioned.some((other) => isAlike(word, other)))
  if (named.length === 0 || mentioned.length === 0) {
    return null
  }
  const others = mentioned.filter((word) => !named.some((own) => isAlike(word, own)))
  if (unmentioned.length === 0 || others.length === 0) {
    return { score: 1, remark: null }
  }
  return {
    score: CONTRADICTION,
    remark: message('contradictions.otherThing', { said: others[0], seen: unmentioned[0] }),
  }
}

const kinds = new Set<string>(COCO_NAMES)

/** A detector takes them for each other, or one word holds the other ("missing hole", "hole"); but a hot dog is no dog. */
function isAlike(a: string, b: string): boolean {
  if (isSameGroup(a, b)) {
    return true
  }
  const areKinds = kinds.has(a) && kinds.has(b)
  return !areKinds && (` ${a} `.includes(` ${b} `) || ` ${b} `.includes(` ${a} `))
}
