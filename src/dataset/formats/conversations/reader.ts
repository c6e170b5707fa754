import { z } from 'zod'
import { listsOf, nameIn, whyNot, entriesOf } from '../../import/captions-list'
import type { FormatReader, RawItem, ReadContext } from '../../import/item'
import { regionsOfLabel } from '../../import/masks'
import { ImportProblem } from '../../import/problems'
import type { SourceLocation } from '../../import/problems'
import type { Source } from '../../import/source'

/** Conversations over two images: Qwen-VL's `images`, LLaVA's list under `image`. */

const turnSchema = z.object({ from: z.string(), value: z.string() })
const paths = z.array(z.string().min(1))
const rowSchema = z
  .object({
    id: z.union([z.string(), z.number()]).transform(String).optional(),
    images: paths.optional(),
    image: z.union([z.string(), paths]).optional(),
    mask: z.string().nullish(),
    conversations: z.array(turnSchema).min(1),
  })
  .transform(({ images, image, ...row }) => {
    const single = typeof image === 'string' ? [image] : (image ?? [])
    return { ...row, images: images ?? single }
  })
type Row = z.output<typeof rowSchema>

interface Located {
  row: Row
  location: SourceLocation
}

const IMAGE_FOLDERS = ['', 'images']

/** @param extensions of the lists, the usual one first */
export function conversations(listKey: 'images' | 'image', extensions: readonly string[]): FormatReader {
  return {
    async fits(source) {
      const [first] = await listsOf(source, [''], extensions)
      return first !== undefined && (await firstRowHas(source, first.file, listKey))
    },
    async *read(context) {
      for (const { split, file } of await listsOf(context.source, [''], extensions)) {
        yield* itemsOf(split, rowsOf(file, context), context)
      }
    },
  }
}

async function firstRowHas(source: Source, file: string, listKey: string): Promise<boolean> {
  const first = isJsonLines(file)
    ? (await source.lines(file).next()).value?.value
    : (await source.json(file).catch(() => null))?.value
  const row = Array.isArray(first) ? (first[0] as unknown) : (first as unknown)
  return typeof row === 'object' && row !== null && 'conversations' in row && listKey in row
}

function isJsonLines(file: string): boolean {
  return /\.jsonl(?:\.gz)?$/.test(file)
}

async function* rowsOf(file: string, { source, problems }: ReadContext): AsyncGenerator<Located> {
  if (!isJsonLines(file)) {
    for (const { entry: row, location } of entriesOf(await source.json(file), file, rowSchema, problems)) {
      yield { row, location }
    }
    return
  }
  for await (const { location, value } of source.lines(file)) {
    if (value instanceof ImportProblem) {
      problems.leaveOut(value, location, null)
      continue
    }
    const result = rowSchema.safeParse(value)
    if (result.success) {
      yield { row: result.data, location }
    } else {
      problems.error(location, whyNot(result.error), nameIn(value))
    }
  }
}

/** Conversations over the same two images are captions of one pair, wherever they stand. */
async function* itemsOf(
  split: string | null,
  rows: AsyncIterable<Located>,
  { source, problems }: ReadContext,
): AsyncGenerator<RawItem> {
  const byImages = new Map<string, { first: Located; captions: string[] }>()
  for await (const located of rows) {
    const reason = whyUnusable(located.row)
    if (reason !== null) {
      problems.error(located.location, reason, located.row.id ?? null)
      continue
    }
    const { images, conversations } = located.row
    const answers = conversations.filter(({ from }) => from === 'gpt' || from === 'assistant')
    const key = images.join('\n')
    const known = byImages.get(key)
    if (known === undefined) {
      byImages.set(key, { first: located, captions: answers.map(({ value }) => value) })
    } else {
      known.captions.push(...answers.map(({ value }) => value))
    }
  }
  for (const { first, captions } of byImages.values()) {
    const { row, location } = first
    try {
      const [before, after] = [
        await source.image(row.images[0], IMAGE_FOLDERS),
        await source.image(row.images[1], IMAGE_FOLDERS),
      ]
      const label = row.mask == null ? null : await source.file(row.mask)
      const key = row.id?.replace(/#\d+$/, '') ?? after.path.replace(/\.[^./]*$/, '')
      yield { location, key, split, before, after, captions, regions: regionsOfLabel.bind(null, label) }
    } catch (error) {
      problems.leaveOut(error, location, row.id ?? null)
    }
  }
}

const TAG = /<image>/g

function whyUnusable({ images, conversations }: Row): string | null {
  if (images.length !== 2) {
    return `It has ${images.length} images, and a pair has two.`
  }
  const questions = conversations.filter(({ from }) => from !== 'gpt' && from !== 'assistant')
  const tags = questions.reduce((sum, { value }) => sum + (value.match(TAG)?.length ?? 0), 0)
  if (tags !== images.length) {
    return `Its questions have ${tags} <image> tags for ${images.length} images.`
  }
  if (questions.length === conversations.length) {
    return 'It has no answer.'
  }
  return conversations.some(
    ({ from, value }) => (from === 'gpt' || from === 'assistant') && /<image>/.test(value),
  )
    ? 'An answer has an <image> tag, which counts as another image.'
    : null
}
