import type { MessagesOf } from '../catalogue'
import { spellingOf } from '../spelling'

const { fixed } = spellingOf('zh-Hans')

export const contradictions: MessagesOf<'contradictions'> = {
  saysNoChange: ({ count }) => `描述说没有变化，但标出了 ${count} 个区域。`,
  nothingSaid: '没有描述提到所标出的内容。',
  nothingMarked: '描述说有变化，但没有标出任何区域。',
  ofRejected: ({ said }) => `描述中的“${said}”说的是一个已被拒绝的区域。`,
  otherThing: ({ said, seen }) => `描述中说的是“${said}”，但有个区域名为“${seen}”。`,
  wordDoesNotFit: ({ word, expected }) => `描述中的“${word}”与标出的内容不符：模型预期为“${expected}”。`,
}

type Seen = Parameters<MessagesOf<'seen'>['alone']>[0]

const IMAGES = { before: '变化前', after: '变化后' }
const OTHER = { before: '变化后', after: '变化前' }

function sighting({ name, score, frame, percent }: Seen): string {
  return `在${IMAGES[frame]}图像中看到 ${name}（分数 ${fixed(score, 2)}）；其框内有 ${percent} % 发生变化`
}

export const seen: MessagesOf<'seen'> = {
  alone: ({ name, score, frame, percent }) =>
    `${sighting({ name, score, frame, percent })}；${OTHER[frame]}图像中该处没有`,
  inBoth: ({ name, score, frame, percent }) =>
    `${sighting({ name, score, frame, percent })}；${OTHER[frame]}图像中也有`,
  former: ({ name, score, frame, percent, former, formerScore }) =>
    `${sighting({ name, score, frame, percent })}；变化前图像中该处是 ${former}（分数 ${fixed(formerScore, 2)}）`,
  moved: ({ name, score, frame, percent, left, leftScore }) =>
    `${sighting({ name, score, frame, percent })}；变化前图像中附近有大小和颜色相同的 ${left}（分数 ${fixed(leftScore, 2)}）`,
  knownMove: ({ name, score, frame, percent }) =>
    `${sighting({ name, score, frame, percent })}；已知其区域发生了移动`,
  taught: ({ count, total }) => `最相似的 ${total} 个区域中有 ${count} 个使用此名称`,
}

export const located: MessagesOf<'located'> = {
  nothingFits: ({ said }) => `没有找到与“${said}”相符的变化。`,
  fewer: ({ said, count, wanted }) => `“${said}”：共 ${wanted} 个，找到 ${count} 个。`,
  notKnown: '描述中没有认识的词。请说明什么出现、消失、移动或改变了，以及在哪里：“左侧出现了一辆汽车”。',
}
