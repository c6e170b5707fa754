import { readLabelValues } from '../label-values'
import type { Problems } from './problems'
import type { SourceFile } from './source'

/** The sentence that the loader looks for. */
const statesSame = /^\s*the scene is the same as before\b/

/** What the loader stumbles over in a label: channels, values, and a flag that says the contrary. */
export async function checkLevirLabel(
  label: SourceFile,
  { changeflag: changeFlag, sentences }: { changeflag?: number | undefined; sentences: readonly string[] },
  item: string,
  problems: Problems,
): Promise<void> {
  const location = { file: label.path, line: null }
  const values = await readLabelValues(label.absolute).catch(() => null)
  if (values === null) {
    return // the item itself is left out for it
  }
  if (values.colours !== 3) {
    problems.warn(location, 'The loader stops at a label of one channel: write three equal ones.', item)
  }
  const seen = new Set(Array.from(values.data))
  if (values.isColoured) {
    problems.warn(
      location,
      'It has colours, as predict.py paints them: the loader takes the red one for the class.',
      item,
    )
    return
  }
  const others = [...seen].filter((value) => value !== 0 && value !== 128 && value !== 255)
  if (others.length > 0) {
    problems.warn(location, `The loader knows the values 0, 128 and 255, and here is ${others[0]}.`, item)
  }
  if (!seen.has(128) && !seen.has(255)) {
    return
  }
  if (changeFlag === 0) {
    problems.warn(location, 'changeflag is 0, and the label has changed pixels.', item)
  }
  if (sentences.some((text) => statesSame.test(text))) {
    problems.warn(
      location,
      'One sentence says that nothing changed, and in training the loader takes it for all five.',
      item,
    )
  }
}
