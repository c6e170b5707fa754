import type { TextsOf } from '../texts'

/** The start screen for someone who is new. */
export const samples: TextsOf<'samples'> = {
  title: '用示例试一试',
  explain: '示例会以副本的形式在您的用户数据文件夹中打开，其中的一切都可以修改。',
  cards: {
    everyday: { title: '日常照片', line: '11 个图像对：桌子、动物、寺庙、沙丘' },
    aerial: { title: '从空中看地面', line: '9 个图像对：林中公路、冬天的树、城镇' },
    rendered: { title: '渲染场景', line: '40 个图像对：由程序绘制的几何体和地面' },
  },
  pair: {
    title: '什么是图像对',
    before: '变化前',
    after: '变化后',
    mask: '掩码：变化的部分',
    explain: '同一地点的两张图像。Deltascribe 提出掩码和一句关于变化的描述，由您来修正。',
  },
  layouts: {
    title: '图像在文件夹中的存放方式',
    folders: '两个文件夹，文件名相同',
    suffixes: '带后缀的文件名',
    list: '路径列表',
    columns: 'before,after',
  },
  credits: {
    title: '示例中的照片',
    explain: '每个图像对都由其中一张照片的一部分合成。',
  },
}

/** What Review shows a newcomer. */
export const hints: TextsOf<'hints'> = {
  label: '提示',
  paint: (brush, eraser) => `掩码中缺少什么吗？用画笔（${brush}）补上。橡皮擦（${eraser}）用来擦除。`,
  accept: (key) => `现在都正确了吗？按 ${key} 接受，并转到下一个图像对。`,
  remove: (next, remove) => `某个区域不是变化吗？用 ${next} 或单击选中它，再按 ${remove} 删除。`,
  caption: (key) => `这句描述说明了变化吗？按 ${key} 修改它。`,
  close: '关闭',
  none: '不再显示提示',
}
