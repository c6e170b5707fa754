import { chineseNoun } from '../../captions/languages/zh-Hans-nouns'
import { COCO_NAMES } from '../../coco-names'
import type { CaptionWords } from '../caption-query'
import * as kinds from './everyday-kinds'
import { addColours, addNouns, phraseTags } from './phrases'
import type { NounEntry } from './phrases'

const words = phraseTags({
  verbs: {
    appeared:
      '出现了,出现,新增了,新增,增加了,增加,多了,多出,来了,来到,走进,走来,驶入,开来,进入,新建了,新建,新的,停了,放了,建了',
    gone: '消失了,消失,不再可见,不见了,不见,没有了,没了,不在了,不在,缺少,缺失,少了,离开了,离开,走了,开走了,开走,驶离,移除,拆除,拿走,被移走',
    moved: '移动了,移动,移到了,移到,移至,挪到,挪动',
    recoloured: '变成了,变成,变为,改变了颜色,变色,换了颜色,漆成,涂成',
    replaced: '取代了,取代,替换了,替换,换成了,换成',
    changed: '发生了变化,变化,改变了,外观,细节,不同,打开,关上',
  },
  weak: { appeared: '有,停着,站着,坐着,放着,停在,站在', moved: '走,开,跑' },
  columns: {
    left: '左侧,左边,左面,左方,左',
    centre: '',
    right: '右侧,右边,右面,右方,右',
  },
  rows: {
    upper: '上方,上面,上部,顶部,上边,后方,背景,上',
    centre: '',
    lower: '下方,下面,下部,底部,下边,前方,前景,下',
  },
  middle: '中央,中间,中部,正中,中心',
  up: '向上,往上',
  down: '向下,往下',
  numbers: ['', '一,1', '两,二,双,2', '三,3', '四,4', '五,5', '六,6', '七,7', '八,8', '九,9', '十,10'],
  several: '几,多,一些,许多,好几,若干',
  small: '小,较小',
  brighter: '变亮了,变亮,更亮',
  darker: '变暗了,变暗,更暗',
  large: '大,较大,长',
  words: {
    near: '旁边,旁,附近,边上,后面,前面,之间,隔壁',
    in: '在',
    from: '从,由,自',
    to: '到,向,往,至,为',
    by: '被',
    again: '另一,另外,另,其他,其它,又一',
    same: '较小的变化,其他变化,没有变化,无变化,未变,不变,相同,一样,没有改变',
    plain:
      '的,了,着,是,个,只,辆,架,列,艘,块,张,匹,头,把,条,副,根,支,台,部,本,名,位,处,棵,座,角,这,那,该,略微,已经,已,已被,现在,里,中,占,较',
    view: '图像,图片,画面,照片,图中',
    and: '和,与,及,以及,、',
    comma: '而,但',
  },
})

addColours(words, [
  ['黑色,黑', 'black'],
  ['深灰色,深灰', 'dark grey,black'],
  ['灰色,灰', 'grey,dark grey,light grey'],
  ['浅灰色,浅灰', 'light grey,white'],
  ['银色', 'grey,light grey,white'],
  ['白色,白', 'white,light grey'],
  ['米色', 'light grey,white,brown,orange,yellow'],
  ['红色,红', 'red,dark red'],
  ['深红色', 'dark red,red'],
  ['橙色,橘色', 'orange'],
  ['棕色,褐色,棕', 'brown,orange,dark orange'],
  ['深棕色', 'brown,dark orange,dark red'],
  ['深橙色', 'dark orange,brown'],
  ['黄色,黄', 'yellow'],
  ['金色', 'yellow,brown,orange'],
  ['绿色,绿,浅绿色', 'green,dark green'],
  ['深绿色', 'dark green,green'],
  ['青色', 'turquoise,dark turquoise'],
  ['蓝色,蓝', 'blue,dark blue,turquoise'],
  ['浅蓝色', 'blue,turquoise'],
  ['深蓝色', 'dark blue,blue'],
  ['紫色,紫', 'purple,dark purple'],
  ['粉色,粉红色', 'pink'],
])

const NOUNS: readonly NounEntry[] = [
  ['男人,女人,行人,男子,女子,孩子,小孩,男孩,女孩,工人,路人,人员,有人,老人', '人们,人群', ['person']],
  ['骑车人,骑行者', '', kinds.CYCLISTS],
  ['车辆,车', '', kinds.VEHICLES],
  ['轿车,小汽车,出租车,小车', '', ['car']],
  ['越野车,皮卡', '', kinds.PICKUPS],
  ['面包车,厢式车,商务车,救护车', '', kinds.VANS],
  ['货车,拖车,拖拉机', '', ['truck']],
  ['巴士,客车,公共汽车', '', ['bus']],
  ['电车,列车', '', ['train', 'bus']],
  ['摩托,电动车', '', kinds.BIKES],
  ['单车', '', ['bicycle']],
  ['船只,轮船,小船', '', ['boat']],
  ['交通灯,信号灯', '', ['traffic light']],
  ['标志,路牌', '', ['stop sign']],
  ['动物', '', kinds.ANIMALS],
  ['包,袋子', '', kinds.BAGS],
  ['伞', '', ['umbrella']],
  ['玻璃杯', '', kinds.GLASSES],
  ['碗', '', ['bowl']],
  ['水果', '', kinds.FRUIT],
  ['座椅', '', kinds.SEATS],
  ['植物,花盆', '', kinds.PLANTS],
  ['桌子', '', kinds.TABLES],
  ['电视,显示器,屏幕,电脑', '', kinds.SCREENS],
  ['电话', '', ['cell phone']],
  ['冰箱', '', ['refrigerator']],
  ['物体,东西,物品', '', []],
  ['区域,地方,画面的大部分区域', '', []],
]
for (const kind of COCO_NAMES) {
  words.set(chineseNoun(kind).noun, { is: 'thing', kinds: [kind], word: null, isMany: false })
}
addNouns(words, NOUNS)

/** Simplified Chinese. */
export const chineseCaptionWords: CaptionWords = {
  phrases: words,
  hasSpaces: false,
  isLandmarkFirst: true,
  compound: () => null,
  determiners: /^[这那该]$/,
  formsOf: (word) => [[word.toLowerCase(), false]],
  settle: () => null,
}
