import { decoder, embedTokens, HIDDEN, IMAGE_TOKENS, SIDE, visionEncoder } from './graphs'
import { MARKS, VOCABULARY_SIZE, ids, tokenizerFile } from './vocabulary'

/** As in SmolVLM's `chat_template`. */
const CHAT_TEMPLATE = [
  `${MARKS.begin}{% for message in messages %}{{ message['role'] | capitalize }}: `,
  `{% for part in message['content'] %}{% if part['type'] == 'image' %}${MARKS.image}{% else %}{{ part['text'] }}{% endif %}{% endfor %}`,
  `${MARKS.end}\n{% endfor %}{% if add_generation_prompt %}Assistant:{% endif %}`,
].join('')

/**
 * The files of a vision language model of 60 KB in the layout of SmolVLM's ONNX files: it answers with the end of one
 * fixed sentence, and the pictures decide where that begins. `src/captioning/fixtures/tiny` holds them.
 */
export function tinyModelFiles(): Record<string, Uint8Array> {
  return {
    'config.json': json({
      architectures: ['Idefics3ForConditionalGeneration'],
      model_type: 'idefics3',
      image_token_id: ids.image,
      vocab_size: VOCABULARY_SIZE,
      text_config: {
        model_type: 'llama',
        hidden_size: HIDDEN,
        head_dim: HIDDEN,
        num_attention_heads: 1,
        num_key_value_heads: 1,
        num_hidden_layers: 1,
        vocab_size: VOCABULARY_SIZE,
      },
    }),
    'generation_config.json': json({
      bos_token_id: ids.begin,
      eos_token_id: ids.end,
      pad_token_id: ids.end,
    }),
    'preprocessor_config.json': json({
      processor_class: 'Idefics3Processor',
      image_processor_type: 'Idefics3ImageProcessor',
      do_convert_rgb: true,
      do_image_splitting: true,
      do_normalize: true,
      do_pad: true,
      do_rescale: true,
      do_resize: true,
      image_mean: [0.5, 0.5, 0.5],
      image_std: [0.5, 0.5, 0.5],
      max_image_size: { longest_edge: SIDE },
      resample: 1,
      rescale_factor: 1 / 255,
      size: { longest_edge: 4 * SIDE },
    }),
    'processor_config.json': json({ image_seq_len: IMAGE_TOKENS, processor_class: 'Idefics3Processor' }),
    'tokenizer.json': json(tokenizerFile()),
    'tokenizer_config.json': json({
      tokenizer_class: 'GPT2Tokenizer',
      bos_token: MARKS.begin,
      eos_token: MARKS.end,
      pad_token: MARKS.end,
      unk_token: MARKS.end,
      clean_up_tokenization_spaces: false,
      model_max_length: 8192,
      chat_template: CHAT_TEMPLATE,
    }),
    'vision_encoder.onnx': visionEncoder(),
    'embed_tokens.onnx': embedTokens(),
    'decoder_model_merged.onnx': decoder(),
  }
}

function json(value: object): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(value, null, 1)}\n`)
}
