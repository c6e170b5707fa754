import { JsonText } from '../../src/dataset/import/json-text'
import { tokenizerFromJson } from '../../src/text/bpe/json'
import { tolerate } from '../tolerate'

/** The tokenizer of a model package: what it encodes comes back. */
export const fuzz = (data: Buffer): Promise<void> =>
  tolerate(() => {
    const text = data.toString()
    const tokenizer = tokenizerFromJson(new JsonText(text).value)
    const ids = tokenizer.encode('A red car left.')
    if (tokenizer.decode(ids) !== 'A red car left.') {
      throw new Error('a caption came back as another')
    }
  })
