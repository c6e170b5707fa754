import type { NameWords } from '../contract/names'

/** COCO's 80 classes in the order of a detector's outputs (cocodataset.org, 2017). */
export const COCO_NAMES = [
  'person',
  'bicycle',
  'car',
  'motorcycle',
  'airplane',
  'bus',
  'train',
  'truck',
  'boat',
  'traffic light',
  'fire hydrant',
  'stop sign',
  'parking meter',
  'bench',
  'bird',
  'cat',
  'dog',
  'horse',
  'sheep',
  'cow',
  'elephant',
  'bear',
  'zebra',
  'giraffe',
  'backpack',
  'umbrella',
  'handbag',
  'tie',
  'suitcase',
  'frisbee',
  'skis',
  'snowboard',
  'sports ball',
  'kite',
  'baseball bat',
  'baseball glove',
  'skateboard',
  'surfboard',
  'tennis racket',
  'bottle',
  'wine glass',
  'cup',
  'fork',
  'knife',
  'spoon',
  'bowl',
  'banana',
  'apple',
  'sandwich',
  'orange',
  'broccoli',
  'carrot',
  'hot dog',
  'pizza',
  'donut',
  'cake',
  'chair',
  'couch',
  'potted plant',
  'bed',
  'dining table',
  'toilet',
  'tv',
  'laptop',
  'mouse',
  'remote',
  'keyboard',
  'cell phone',
  'microwave',
  'oven',
  'toaster',
  'sink',
  'refrigerator',
  'book',
  'clock',
  'vase',
  'scissors',
  'teddy bear',
  'hair drier',
  'toothbrush',
] as const

/** Names that a detector takes for each other: one of them in the other frame is the same thing. */
const SAME_THING: readonly (readonly string[])[] = [['car', 'truck', 'bus']]

/** Whether both may name one thing. */
export function isSameGroup(a: string, b: string): boolean {
  return a === b || SAME_THING.some((group) => group.includes(a) && group.includes(b))
}

/** The project's word for a kind; null where the project leaves it out. */
export function wordFor(words: NameWords, kind: string): string | null {
  return Object.hasOwn(words, kind) ? words[kind] : kind
}

/** Each word once, the first with its score; without those that are left out or are the name already. */
export function otherWords(
  names: readonly { readonly name: string; readonly score: number }[],
  words: NameWords,
  word: string,
): { word: string; score: number }[] {
  const scores = new Map<string, number>()
  for (const { name, score } of names) {
    const other = wordFor(words, name)
    if (other !== null && other !== word && !scores.has(other)) {
      scores.set(other, score)
    }
  }
  return [...scores].map(([other, score]) => ({ word: other, score })).slice(0, MOST_OTHERS)
}

const MOST_OTHERS = 8
