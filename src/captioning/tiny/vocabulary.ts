/** The tokens of the tiny model: 256 bytes, the words that it answers with, and marks. Their places are their ids. */

/** Each word is followed by the next one, and the last by the end. No word comes twice, so that each has an id. */
export const WORDS = 'in the after picture a grey house stands beside one road where grass was before'.split(
  ' ',
)

export const MARKS = {
  end: '<end_of_utterance>',
  begin: '<|im_start|>',
  around: '<fake_token_around_image>',
  image: '<image>',
  whole: '<global-img>',
}

const BYTES = 256

export const ids = {
  firstWord: BYTES,
  end: BYTES + WORDS.length,
  begin: BYTES + WORDS.length + 1,
  image: BYTES + WORDS.length + 3,
}
export const VOCABULARY_SIZE = BYTES + WORDS.length + Object.keys(MARKS).length

/** Latin-1 that can be seen. */
function isPrinted(byte: number): boolean {
  return (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174
}

/** GPT-2's letters for bytes: those that can be printed stand for themselves, the others from U+0100 on. */
function byteLetters(): string[] {
  let others = 0
  return Array.from({ length: BYTES }, (_, byte) => {
    if (isPrinted(byte)) {
      return String.fromCharCode(byte)
    }
    others += 1
    return String.fromCharCode(BYTES + others - 1)
  })
}

/** `tokenizer.json`: byte-level, without merges, so that a question is one token a byte. */
export function tokenizerFile(): object {
  const letters = byteLetters()
  const space = letters[32]
  const words = WORDS.map((word) => `${space}${word}`)
  const marks = Object.values(MARKS)
  const first = BYTES + WORDS.length
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: marks.map((content, at) => ({
      id: first + at,
      content,
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: false,
      special: true,
    })),
    normalizer: null,
    pre_tokenizer: { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: true },
    post_processor: null,
    decoder: { type: 'ByteLevel', add_prefix_space: true, trim_offsets: true, use_regex: true },
    model: {
      type: 'BPE',
      dropout: null,
      unk_token: null,
      continuing_subword_prefix: null,
      end_of_word_suffix: null,
      fuse_unk: false,
      byte_fallback: false,
      vocab: Object.fromEntries([...letters, ...words, ...marks].map((token, at) => [token, at])),
      merges: [],
    },
  }
}
