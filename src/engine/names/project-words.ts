import { COCO_NAMES, wordFor } from '../../names/coco-names'
import { getSetting, projectSettings, setSetting } from '../project/project-settings'
import type { MetaTable } from '../../store/json'
import type { CaptionLanguage } from '../../contract/project'
import type { NameWords } from '../../contract/names'

/** The project's words for the detector's kinds, and the language of its captions, in its store. */
export class ProjectWords {
  private words: NameWords

  constructor(private readonly meta: MetaTable) {
    this.words = getSetting(meta, projectSettings.nameWords)
  }

  get(): NameWords {
    return this.words
  }

  get captionLanguage(): CaptionLanguage {
    return getSetting(this.meta, projectSettings.captionLanguage)
  }

  /** A word that equals its kind is not stored. */
  set(words: NameWords): void {
    const changed = Object.entries(words).filter(([kind, word]) => word !== kind && isKind(kind))
    this.words = Object.fromEntries(changed)
    setSetting(this.meta, projectSettings.nameWords, this.words)
  }

  /** In the detector's order. */
  list(): { kind: string; word: string | null }[] {
    return COCO_NAMES.map((kind) => ({ kind, word: wordFor(this.words, kind) }))
  }
}

const kinds = new Set<string>(COCO_NAMES)
const isKind = (kind: string): boolean => kinds.has(kind)
