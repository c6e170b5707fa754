import { ImportProblem } from '../../import/problems'
import { shown } from '../../import/source'
import type { Source } from '../../import/source'

/** The image of a pair on which a result was drawn. */
export type Side = 'before' | 'after'

export const CONFIG_FILE = 'label-config.xml'

/**
 * Results name the tag that shows an image, and tags have any name. The labelling interface tells what each shows,
 * where it lies beside the tasks; else the name does, which holds one of the words.
 */
export class ImageTags {
  private constructor(private readonly sides: ReadonlyMap<string, Side>) {}

  static async read(source: Source): Promise<ImageTags> {
    const isThere = await source.isThere(CONFIG_FILE)
    return new ImageTags(isThere ? sidesIn(await source.plainText(CONFIG_FILE)) : new Map())
  }

  /** @throws ImportProblem where nothing tells */
  sideOf(name: string): Side {
    const side = this.sides.get(name) ?? sideInName(name)
    if (side === null) {
      throw new ImportProblem(
        `Something is drawn on the image tag ${shown(name)}, which may show the image before or after: ` +
          `put the labelling interface beside the tasks as ${CONFIG_FILE}.`,
      )
    }
    return side
  }
}

/** The tags whose value is the field `before` or `after`, by name. */
function sidesIn(config: string): Map<string, Side> {
  const sides = new Map<string, Side>()
  for (const rest of config.split(/<Image(?=\s)/).slice(1)) {
    const tag = rest.split('>', 1)[0]
    const name = attributeOf(tag, 'name')
    const value = attributeOf(tag, 'value')
    if (name !== null && (value === '$before' || value === '$after')) {
      sides.set(name, value === '$before' ? 'before' : 'after')
    }
  }
  return sides
}

function attributeOf(tag: string, name: string): string | null {
  const match = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag)
  return match === null ? null : (match[1] ?? match[2])
}

function sideInName(name: string): Side | null {
  const [isBefore, isAfter] = [/before/i.test(name), /after/i.test(name)]
  if (isBefore === isAfter) {
    return null
  }
  return isBefore ? 'before' : 'after'
}
