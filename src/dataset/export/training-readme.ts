import type { ExportFormat } from '../../contract/dataset'
import { HUGGING_FACE_SPLITS } from './hugging-face'
import type { SplitName } from './split'

/** The file with instructions to train on an export. */
export const TRAINING_README_NAME = 'TRAINING.md'

type Writer = (splits: readonly SplitName[]) => string[]

const code = (language: string, ...lines: string[]): string => ['```' + language, ...lines, '```'].join('\n')

const writers: Partial<Record<ExportFormat, Writer>> = {
  'levir-mci': changeAgent,
  'qwen-vl': qwen,
  'hugging-face': (splits) => huggingFace('imagefolder', splits),
  'hugging-face-parquet': (splits) => huggingFace('parquet', splits),
}

/** How to fine-tune the named trainer on this folder, with its very commands; null for other formats. */
export function trainingReadme(format: ExportFormat, splits: readonly SplitName[]): string | null {
  const paragraphs = writers[format]?.(splits)
  return paragraphs === undefined ? null : `${paragraphs.join('\n\n')}\n`
}

/** Source: Chen-Yang-Liu/Change-Agent, README.md and Multi_change/preprocess_data.py. */
function changeAgent(splits: readonly SplitName[]): string[] {
  const missing = (['train', 'val', 'test'] as const).filter((split) => !splits.includes(split))
  return [
    '# Training Change-Agent on this folder',
    'Put the folder at a path without a capital A (its loader replaces each of them), here `/data/mine`. Then:',
    code(
      'sh',
      'git clone https://github.com/Chen-Yang-Liu/Change-Agent.git',
      'cd Change-Agent/Multi_change',
      'pip install -r requirements.txt',
      '# set the path of LevirCCcaptions.json in preprocess_data.py to /data/mine/LevirCCcaptions.json, then',
      'python preprocess_data.py',
      'python train.py --train_goal 2 --data_folder /data/mine/images --savepath ./models_ckpt/',
      'python test.py --data_folder /data/mine/images --checkpoint ./models_ckpt/CHECKPOINT.pth',
    ),
    'A word counts only where it stands more than five times in the captions: small sets lose rare words. ' +
      'Images are not resized: sets with several sizes need batches of 1.',
    ...(missing.length === 0
      ? []
      : [
          `This folder has no ${missing.join(' and no ')} pairs, and the commands above read all three splits.`,
        ]),
  ]
}

/** Source: QwenLM/Qwen3-VL, qwen-vl-finetune/README.md. */
function qwen(splits: readonly SplitName[]): string[] {
  const [first = 'train'] = splits
  return [
    '# Fine-tuning Qwen-VL on this folder',
    'On one GPU, with low-rank adapters, in `qwen-vl-finetune` of https://github.com/QwenLM/Qwen3-VL:',
    code(
      'sh',
      'python qwenvl/train/train_qwen_trl.py \\',
      '    --model_name_or_path Qwen/Qwen3-VL-4B-Instruct \\',
      `    --dataset_path /data/mine/${first}.jsonl --data_root /data/mine \\`,
      '    --output_dir ./output/mine --per_device_train_batch_size 1 --gradient_accumulation_steps 4 \\',
      '    --num_train_epochs 1 --learning_rate 2e-5 --bf16 --gradient_checkpointing \\',
      '    --use_peft --lora_r 64 --lora_alpha 16 --lora_target_modules all-linear --report_to none',
    ),
    'On several, add the set to `qwenvl/data/__init__.py` and name it to `train_qwen.py` with `--dataset_use mine`:',
    code(
      'python',
      `MINE = {"annotation_path": "/data/mine/${first}.jsonl", "data_path": "/data/mine"}`,
      'data_dict = {"mine": MINE}',
    ),
    'Small changes are lost where images are shrunk: raise `--max_pixels` to the pixels of one of your images.',
  ]
}

/** Source: huggingface/datasets, docs/source/image_dataset.mdx and loading.mdx. */
function huggingFace(kind: 'imagefolder' | 'parquet', splits: readonly SplitName[]): string[] {
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
    code(
      'python',
      'from datasets import load_dataset',
      load,
      `pair = pairs["${splits.length === 0 ? 'train' : HUGGING_FACE_SPLITS[splits[0]]}"][0]`,
      `pair["before"], pair["${after}"], pair["mask"], pair["captions"]`,
    ),
    'As messages for `trl`, whose `SFTTrainer` takes two images a message:',
    code(
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
