import type { TextsOf } from '../texts'

export const chain: TextsOf<'review'>['chain'] = {
  recaption: {
    label: '根据掩码重写描述',
    short: '根据掩码',
    explain: '根据当前区域重新描述变化。可以撤销。',
  },
  remask: {
    label: '根据描述重画掩码',
    short: '根据描述',
    explain:
      '模型重新标出描述所说的内容，取代所有无人决定过的建议区域，包括测量得到的区域。您接受、拒绝、绘制或更正过的区域保持不变。可以撤销。',
  },
  running: {
    recaption: '正在查看您的掩码…',
    remask: '模型正在读取您的描述…',
    complete: '模型正在考虑如何续写…',
    threshold: '正在按阈值生成掩码…',
  },
  noModel: (reason) =>
    reason === null ? '这需要模型，但没有安装模型。' : `这需要模型，但没有可用的模型：${reason}。`,
  unable: {
    recaption: (model) =>
      `当前建议模型 ${model} 不能接收掩码：它的描述只来自它自己所见。请启用另一个模型来重写描述。`,
    remask: (model) => `当前建议模型 ${model} 不能标出描述所说的内容。请启用另一个模型来重画掩码。`,
  },
  noneAble: '已安装的模型都不能做到。',
  noImages: '文件有问题的图像对没有可供模型查看的图像。',
  noCaption: '对这些区域无话可说。',
  needsCaption: '请先写一条描述，它说明要标出什么。',
  noRegion: (caption) => `模型在图像中没有找到“${caption}”所说的内容。`,
  takenAway: (count) => `您的描述说没有变化，因此移除了 ${count} 个建议区域。撤销可以恢复它们。`,
  stillRunning: (pair) => `模型还在处理 ${pair}。`,
  answers: (model) => `由 ${model} 回答。`,
  noCompletion: '模型不知道如何续写。',
  completions: '续写',
  offered: '模型还说',
  use: '采用',
  useInstead: (caption) => `采用：${caption}`,
  addToo: '另添加为一条描述',
  dismiss: '关闭其他描述',
}
