import { spellFixed, spellNumber } from '../spelling'
import type { TextsOf } from '../texts'

export const proposal: TextsOf<'review'>['proposal'] = {
  title: '建议',
  none: '还没有建议。',
  waiting: '正在为此图像对生成建议…',
  by: (name, version) => `${name}，版本 ${version}`,
  on: (milliseconds, provider) =>
    `${provider}，${milliseconds < 1000 ? `${Math.round(milliseconds)} 毫秒` : `${spellFixed(milliseconds / 1000, 1)} 秒`}`,
  score: '变化分数',
  scoreExplain: '模型认为发生变化的可能性；裁剪图也计算在内',
  noChange: '无变化',
  noChangeExplain: '没有变化的可能性；裁剪图也计算在内。模型没有标出区域',
  agreement: '一致性',
  agreementExplain: '模型认为第一条描述与区域所指内容的一致程度：1 完全一致，0 完全不一致',
  agreementUnknown: (reason) => `一致性未知：${reason}`,
  disagreement: '矛盾之处',
  stages: '各阶段用时',
  again: '重新生成建议',
  first: '生成建议',
  adopt: '采用',
  adoptExplain: '用它的区域和描述替换现有的区域和描述。可以撤销。',
  present: '起点',
  earlier: '全部建议',
  imported: (name) => `${name}（导入）`,
  against: '比较对象',
  document: '图像对的当前区域',
  compared: (score, regions, iou) =>
    [
      `分数 ${spellFixed(score, 2)}`,
      `${spellNumber(regions)} 个区域`,
      ...(iou === null ? [] : [`IoU ${spellFixed(iou, 2)}`]),
    ].join('，'),
  regions: '区域',
  regionsOf: (title) => `${title} 的区域`,
  region: (score, area) =>
    [...(score === null ? [] : [spellFixed(score, 2)]), `${spellNumber(area)} 像素`].join('，'),
  take: '取用',
  takeRegion: (category) => `取用 ${category}`,
  takeExplain: '将此区域添加到图像对的区域中。可以撤销。',
  taken: (title) => `已取用 ${title} 的区域`,
  difference: '差异',
  differenceExplain: '用三种颜色在图像上显示只被其中一个掩码覆盖的部分',
  parts: ['仅此处', '仅彼处', '两者'],
  remarks: '说明',
  fromFiles: '图像旁的掩码',
  carried: '沿用自前一个日期',
}
