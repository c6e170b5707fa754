import { z } from 'zod'
import type { RawItem } from '../item'
import { ImportProblem } from '../problems'
import type { Source } from '../source'
import { splitOf } from '../../split-names'
import { PairIndex } from './pair-index'

const rowSchema = z.object({
  key: z.string().min(1),
  before: z.string().min(1),
  after: z.string().min(1),
  split: z.string().nullish(),
})

/** The list of pairs that our exports have. */
const LIST = 'pairs.jsonl'

/**
 * The keys of pairs by the files that an export gave them: some formats name files by numbers of their own, and what is
 * trained on these predicts under their names.
 */
export class ListedNames {
  private readonly index: PairIndex

  /** @param keys by place in `files` */
  private constructor(
    private readonly keys: readonly string[],
    files: readonly Omit<z.output<typeof rowSchema>, 'key'>[],
  ) {
    // no pair is found by its key here: it may be the number of another one
    this.index = new PairIndex(
      files.map(({ before, after, split }, id) => {
        return { id, key: after, split: splitOf(split ?? ''), before, after, width: 0, height: 0 }
      }),
    )
  }

  /** Of the list beside predictions. Null where there is none, or it is what is read. */
  static async beside(source: Source): Promise<ListedNames | null> {
    return source.onlyFile !== LIST && (await source.isThere(LIST)) ? ListedNames.of(source, LIST) : null
  }

  /** @throws ImportProblem where the file that was given tells no key */
  static async given(source: Source): Promise<ListedNames> {
    const file = source.onlyFile ?? LIST
    const names = await ListedNames.of(source, file)
    if (names === null) {
      throw new ImportProblem(`${file} has no line with key, before and after.`)
    }
    return names
  }

  private static async of(source: Source, file: string): Promise<ListedNames | null> {
    const rows = []
    for await (const { value } of source.lines(file)) {
      const row = rowSchema.safeParse(value)
      if (row.success) {
        rows.push(row.data)
      }
    }
    return rows.length === 0
      ? null
      : new ListedNames(
          rows.map(({ key }) => key),
          rows,
        )
  }

  /** Null for an item that the list does not name. */
  keyOf({ key, after, split }: Pick<RawItem, 'key' | 'after' | 'split'>): string | null {
    // several pairs may share a before image
    const names = {
      keys: [key],
      before: '',
      after: after.path,
      split: split === null ? null : splitOf(split),
    }
    const match = this.index.find(names)
    return 'pair' in match ? this.keys[match.pair.id] : null
  }
}

/** Whether a list of images is one of ours, and no COCO file. */
export function isListOfPairs({ onlyFile }: Pick<Source, 'onlyFile'>): boolean {
  return onlyFile !== null && /\.jsonl(?:\.gz)?$/.test(onlyFile)
}
