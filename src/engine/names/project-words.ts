import { nameWordsSchema } from '../../contract/names'
import { COCO_NAMES, wordFor } from '../../names/coco-names'
import { getCaptionLanguage } from '../open-project'
import type { MetaTable } from '../../store/json'
import type { CaptionLanguage } from '../../contract/project'
import type { NameWords } from '../../contract/names'

const META_NAME = 'name-words'
const storedSchema = nameWordsSchema.catch({})

/** The project's words for the detector's kinds, and the language of its captions, in its store. */
export class ProjectWords {
  private words: NameWords

  constructor(private readonly meta: MetaTable) {
    this.words = storedSchema.parse(parsed(meta.get(META_NAME)))
  }

  get(): NameWords {
    return this.words
  }

  get captionLanguage(): CaptionLanguage {
    return getCaptionLanguage(this.meta)
  }

  /** A word that equals its kind is not stored. */
  set(words: NameWords): void {
    const changed = Object.entries(words).filter(([kind, word]) => word !== kind && isKind(kind))
    this.words = Object.fromEntries(changed)
    this.meta.set(META_NAME, JSON.stringify(this.words))
  }

  /** In the detector's order. */
  list(): { kind: string; word: string | null }[] {
    return COCO_NAMES.map((kind) => ({ kind, word: wordFor(this.words, kind) }))
  }
}

const kinds = new Set<string>(COCO_NAMES)
const isKind = (kind: string): boolean => kinds.has(kind)

/** Damaged text counts as empty. */
function parsed(text: string | null): unknown {
  try {
    return text === null ? {} : JSON.parse(text)
  } catch {
    return {}
  }
}
