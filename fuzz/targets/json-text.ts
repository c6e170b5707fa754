import { JsonText } from '../../src/dataset/import/json-text'
import { tolerate } from '../tolerate'

/** JSON with the line of each entry. */
export const fuzz = (data: Buffer): Promise<void> =>
  tolerate(() => {
    const json = new JsonText(data.toString())
    json.duplicateKeys()
    json.lineOf('', 0)
    json.lineOf('items', 1)
  })
