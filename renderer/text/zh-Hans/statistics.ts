import { spellFixed, spellNumber } from '../spelling'
import type { TextsOf } from '../texts'

export const statistics: TextsOf<'statistics'> = {
  title: '统计',
  explain: '工作进展如何，以及建议有多大用处',
  waiting: '正在统计…',
  nothing: '还没有做出任何决定。您接受、拒绝或标记的每一对图像都会计入这里。',
  decided: '已决定',
  of: (decided, pairs) => `${spellNumber(decided)} / ${spellNumber(pairs)}`,
  asProposed: '按建议采用',
  asProposedNote: '在从建议开始的图像对中所占比例',
  seconds: '每对用时',
  spelledSeconds: (seconds) => `${spellFixed(seconds, seconds < 10 ? 1 : 0)} 秒`,
  half: (lower, upper) => `中位数。一半的图像对用时 ${spellFixed(lower, 1)} 到 ${spellFixed(upper, 1)} 秒。`,
  noTimes: '全部是成批决定的。',
  percent: (share) => `${spellNumber(share)} %`,
  none: '–',
  byDay: '每天的图像对',
  byHour: '一天中各时段的图像对',
  hour: (hour) => `${spellNumber(hour)}:00`,
  most: (count) => `最多 ${spellNumber(count)} 对`,
  byProposer: '按提出建议者',
  byReviewer: '按审核者',
  proposer: '模型与版本',
  reviewer: '审核者',
  noName: '未署名',
  pairs: '图像对',
  iou: '保留的 IoU（中位数）',
  characters: '描述中改动的字符数（中位数）',
  counted:
    '每对图像只计最后一次决定，已撤销的不计。用时只计逐对决定的图像对。deltascribe statistics 文件夹 --csv 文件 可写出每一次决定。',
  blind: (count) => `有 ${spellNumber(count)} 对图像由多人盲审。这些审核及其裁定都不计入此处：请见“盲审”。`,
}
