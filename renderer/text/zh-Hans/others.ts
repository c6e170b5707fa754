import { spellNumber } from '../spelling'
import type { TextsOf } from '../texts'

export const others: TextsOf<'others'> = {
  claims: {
    somebody: '其他人',
    at: (name) => `${name} 正在处理此图像对`,
    here: (name) => `${name} 正在处理此图像对。您可以查看，或接管后再编辑。`,
    takeOver: '接管',
    takenOver: (key, name) => `${name} 已接管 ${key}。您所做的修改都已保留，正在输入的内容也已发送。`,
    lookOnly: (name) => `${name} 正在处理此图像对：接管后才能编辑。`,
    allHeld: '此列表中后面的图像对都有其他人在处理。',
  },
  stale: {
    bar: (key, who) => `您对 ${key} 的修改没有保存：${who} 在此期间修改了同一处。`,
    compare: '比较',
    title: (key) => `${key} 的两个版本`,
    explain: '在您选择之前，什么都不会丢失。您可以关闭此窗口，之后从上方的提示栏返回。',
    changed: (who, what, ago) => `${who}：${what}，${ago}`,
    columns: { part: '内容', mine: '您的版本', theirs: '已保存的版本' },
    mine: '采用您的版本',
    theirs: '采用已保存的版本',
    joined: '合并两个掩码',
    later: '稍后决定',
    picture: { mine: '您的掩码', theirs: '已保存的掩码' },
    tooLarge: '此处不显示大型图像对的掩码。关闭此窗口即可查看已保存的掩码。',
    parts: {
      mask: (region) => `${region} 的掩码`,
      category: (region) => `${region} 的类别`,
      status: (region) => `${region}：接受或拒绝`,
      region: (region) => `区域 ${region}`,
      caption: '描述',
      rank: '描述的位置',
      notes: '备注',
      decision: '状态',
    },
    pixels: (count) => `${spellNumber(count)} 像素`,
    place: (rank) => spellNumber(rank + 1),
    there: '存在',
    gone: '不存在',
    empty: '（空）',
    labels: { mine: '采用自己的版本', joined: '合并掩码' },
  },
}
