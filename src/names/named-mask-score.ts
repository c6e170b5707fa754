import { UNNAMED } from '../domain/document'
import type { CaptionMaskScore, NamedMasks } from '../domain/document'
import { statesNoChange } from '../metrics/no-change'
import { withArticle } from './captions/nouns'
import { captionGrammars } from './captions/languages/caption-grammars'
import type { CaptionLanguage } from '../contract/project'
import { COCO_NAMES, isSameGroup } from './coco-names'
import { message } from '../messages/message'

/** Of a caption that names another thing than its regions. */
const CONTRADICTION = 0.2

/**
 * Whether a caption names what its regions are called. It may name other things beside them ("next to a van"): a
 * contradiction is a region whose name is not said, and a name that no region has.
 * @param vocabulary every word that a thing can have
 * @param language of the project; a caption in English is judged too
 */
export function namedMaskScore(
  caption: string,
  regions: readonly NamedMasks[],
  vocabulary: readonly string[],
  language: CaptionLanguage = 'en',
): CaptionMaskScore {
  if (regions.length > 0 && caption.trim() !== '' && statesNoChange(caption)) {
    const remark = message('contradictions.saysNoChange', { count: regions.length })
    return { score: CONTRADICTION, remark }
  }
  const named = [...new Set(regions.map(({ category }) => category))].filter((word) => word !== UNNAMED)
  const known = [...new Set([...named, ...vocabulary])]
  const languages = new Set<CaptionLanguage>([language, 'en'])
  const mentioned = [...languages].flatMap((one) => captionGrammars[one].namesIn(caption, known))
  const unmentioned = named.filter((word) => !mentioned.some((other) => isAlike(word, other)))
  const others = mentioned.filter((word) => !named.some((own) => isAlike(word, own)))
  if (unmentioned.length === 0 || others.length === 0) {
    return { score: 1, remark: null }
  }
  const remark = message('contradictions.otherThing', {
    said: others[0],
    seen: unmentioned[0],
    withArticle: withArticle(unmentioned[0]),
  })
  return { score: CONTRADICTION, remark }
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
