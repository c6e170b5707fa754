import type { SplitName } from '../../export/assign-splits'
import { codeBlock } from '../format'
import type { Trainer } from '../format'

/** Names of the splits in `datasets`. */
export const HUGGING_FACE_SPLITS: Record<SplitName, string> = {
  train: 'train',
  val: 'validation',
  test: 'test',
}

/** Lines of YAML that name the files of each split. @param filesOf of a split, as `datasets` names it */
export function configOf(splits: readonly SplitName[], filesOf: (split: string) => string): string[] {
  const names = splits.map((split) => HUGGING_FACE_SPLITS[split])
  return [
    'configs:',
    '- config_name: default',
    '  data_files:',
    ...names.flatMap((name) => [`  - split: ${name}`, `    path: ${filesOf(name)}`]),
  ]
}

export function datasetsTrainer(kind: 'imagefolder' | 'parquet'): Trainer {
  return { name: '`datasets`', readme: (splits) => readme(kind, splits) }
}

/** Source: huggingface/datasets, docs/source/image_dataset.mdx and loading.mdx. */
function readme(kind: 'imagefolder' | 'parquet', splits: readonly SplitName[]): string[] {
  const files = splits.map(
    (split) => `"${HUGGING_FACE_SPLITS[split]}": "/data/mine/data/${HUGGING_FACE_SPLITS[split]}-*.parquet"`,
  )
  const load =
    kind === 'imagefolder'
      ? 'pairs = load_dataset("imagefolder", data_dir="/data/mine")'
      : `pairs = load_dataset("parquet", data_files={${files.join(', ')}})`
  const after = kind === 'imagefolder' ? 'image' : 'after'
  return [
    '# Training with Hugging Face libraries on this folder',
    codeBlock(
      'python',
      'from datasets import load_dataset',
      load,
      `pair = pairs["${splits.length === 0 ? 'train' : HUGGING_FACE_SPLITS[splits[0]]}"][0]`,
      `pair["before"], pair["${after}"], pair["mask"], pair["captions"]`,
    ),
    'As messages for `trl`, whose `SFTTrainer` takes two images a message:',
    codeBlock(
      'python',
      'def to_messages(pair):',
      '    question = "What are the differences between these two images?"',
      '    answer = (pair["captions"] or ["There is no difference between the two images."])[0]',
      '    content = [{"type": "image"}, {"type": "image"}, {"type": "text", "text": question}]',
      `    return {"images": [pair["before"], pair["${after}"]],`,
      '            "messages": [{"role": "user", "content": content},',
      '                         {"role": "assistant", "content": [{"type": "text", "text": answer}]}]}',
      '',
      `pairs = pairs.map(to_messages, remove_columns=["before", "${after}", "mask"])`,
    ),
    'To share it: `huggingface-cli upload NAME/mine /data/mine --repo-type dataset`. The card README.md comes along; ' +
      'state the licence in it first.',
  ]
}
