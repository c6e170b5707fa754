import { joined, plain, sentenceOf } from '../mentions'
import type { Piece } from '../mentions'
import type { Direction, PlaceName } from '../settings'
import type { WrittenClause, ClauseWords, Path, Subject, Turn, Where } from './caption-grammar'
import { chineseNoun } from './zh-Hans-nouns'
import type { ChineseNoun } from './zh-Hans-nouns'
import { percentOf } from './percent'

const PLACES: Readonly<Record<PlaceName, string>> = {
  left: '左侧',
  right: '右侧',
  top: '上方',
  bottom: '下方',
  centre: '中央',
  'upper left': '左上方',
  'upper right': '右上方',
  'lower left': '左下方',
  'lower right': '右下方',
}

const DIRECTIONS: Readonly<Record<Direction, string>> = {
  'a little': '略微移动了',
  'to the right': '向右移动了',
  'to the left': '向左移动了',
  down: '向下移动了',
  up: '向上移动了',
}

const COLOURS: Readonly<Record<string, string>> = {
  black: '黑色',
  grey: '灰色',
  white: '白色',
  red: '红色',
  orange: '橙色',
  yellow: '黄色',
  green: '绿色',
  turquoise: '青色',
  blue: '蓝色',
  purple: '紫色',
  pink: '粉色',
  brown: '棕色',
}
const SHADES: Readonly<Record<string, string>> = { dark: '深', light: '浅' }

const TURNS: Readonly<Record<Exclude<Turn['look'], 'colours'>, string>> = {
  colour: '改变了颜色',
  brighter: '变亮了',
  darker: '变暗了',
  detail: '的细节发生了变化',
  different: '的外观发生了变化',
  changed: '发生了变化',
}

const ENDS = { vanished: '消失了', 'no longer visible': '不再可见', gone: '不见了' } as const

const OBJECT: ChineseNoun = { measure: '个', noun: '物体' }
const AREA: ChineseNoun = { measure: '处', noun: '区域' }

const MISSING = /^(?:缺失的?|缺少的?|missing )(?=.)/i

/** Simplified Chinese. */
export const chineseWords: ClauseWords = {
  noChange: '未发现变化。',
  isPlaceFirst: true,
  clause,
  rest(count, size) {
    const change = size === 'smaller' ? '处较小的变化' : '处其他变化'
    return textOf(['另有', chineseNumber(count), change])
  },
  sentence: (clauses) => sentenceOf(withSpaces(joined(clauses, '，', '，')), '。'),
  isLiving: (word) => /(?:人|员|者|手|孩|猫|狗|鸟|马|牛|羊|动物)$/.test(word),
  holdsColour: (word) => /[黑灰白红橙黄绿青蓝紫粉棕]/.test(word),
  missingThing: (word) => (MISSING.test(word) ? word.replace(MISSING, '') : null),
  namesIn,
}

function clause(told: WrittenClause): Piece[] {
  return [...withoutShare(told), ...shareOf(told.share)]
}

function withoutShare(told: WrittenClause): Piece[] {
  const { kind, subjects, where } = told
  switch (kind) {
    case 'appeared':
      return [...whereOf(where), plain('出现了'), ...subjectsOf(subjects)]
    case 'missing':
      return [...whereOf(where), plain('缺少'), ...subjectsOf(subjects)]
    case 'replaced':
      return replaced(told)
    case 'moved':
      return [...whereOf(where, '的'), ...subjectsOf(subjects), plain(pathText(told.path))]
    case 'turned':
      return [...whereOf(where, '的'), ...subjectsOf(subjects, AREA), plain(turnText(told.turn))]
    case 'view': {
      const regionIds = subjects.flatMap((subject) => subject.regionIds)
      return [{ text: '画面的大部分区域', regionIds }, plain(turnText(told.turn))]
    }
    default:
      return [...whereOf(where, '的'), ...subjectsOf(subjects), plain(ENDS[kind])]
  }
}

/** "中央的一辆自行车被一辆摩托车取代了" */
function replaced({ former, subjects: [came], where }: WrittenClause): Piece[] {
  return [
    ...whereOf(where, '的'),
    ...(former === null ? [] : [plain(phrase(former))]),
    plain('被'),
    { text: phrase(came), regionIds: came.regionIds },
    plain('取代了'),
  ]
}

function turnText(turn: Turn): string {
  return turn.look === 'colours'
    ? `由${chineseColour(turn.from)}变成了${chineseColour(turn.to)}`
    : TURNS[turn.look]
}

function pathText(path: Path | null): string {
  if (path === null) {
    return '移动了'
  }
  return 'direction' in path ? DIRECTIONS[path.direction] : `从${PLACES[path.from]}移到了${PLACES[path.to]}`
}

function whereOf(where: Where | null, link = ''): Piece[] {
  if (where === null) {
    return []
  }
  return 'place' in where
    ? [plain(`${PLACES[where.place]}${link}`)]
    : [plain(phrase(where.near)), plain(`旁边${link}`)]
}

function subjectsOf(subjects: readonly Subject[], unnamed = OBJECT): Piece[] {
  const phrases = subjects.map((subject): Piece[] => [
    { text: phrase(subject, unnamed), regionIds: subject.regionIds },
  ])
  return joined(phrases, '、', '和')
}

/** "一辆红色汽车", "另外两个人" */
function phrase({ name, colour, count, isAgain }: Subject, unnamed = OBJECT): string {
  const { measure, noun } = name === null ? unnamed : chineseNoun(name)
  const other = isAgain ? (count === 1 ? '另' : '另外') : ''
  const shown = colour === null ? '' : chineseColour(colour)
  return textOf([other, chineseNumber(count), `${measure}${shown}`, noun])
}

function textOf(parts: readonly string[]): string {
  return withSpaces(parts.filter((part) => part !== '').map(plain))
    .map(({ text }) => text)
    .join('')
}

const NUMBERS = ['零', '一', '两', '三', '四', '五', '六', '七', '八', '九', '十']

function chineseNumber(count: number): string {
  return NUMBERS.at(count) ?? String(count)
}

function chineseColour(colour: string): string {
  const [first, second] = colour.split(' ')
  return second === undefined
    ? (COLOURS[first] ?? first)
    : `${SHADES[first] ?? first}${COLOURS[second] ?? second}`
}

function shareOf(share: number | null): Piece[] {
  if (share === null) {
    return []
  }
  const percent = percentOf(share)
  return percent === null ? [] : [plain(`（占图像的 ${percent}%）`)]
}

/** Latin letters and digits have a space between them and Chinese ones, as in words that people typed. */
function withSpaces(pieces: readonly Piece[]): Piece[] {
  return pieces.flatMap((piece, at) => {
    const before = pieces[at - 1]?.text ?? ''
    const isOther =
      (/[\p{Script=Latin}\d]$/u.test(before) && /^\p{Script=Han}/u.test(piece.text)) ||
      (/\p{Script=Han}$/u.test(before) && /^[\p{Script=Latin}\d]/u.test(piece.text))
    return isOther ? [plain(' '), piece] : [piece]
  })
}

/** A name of one letter counts only behind a measure word or the like: there is no 人 in 机器人. */
const BEFORE_SHORT = '[个只匹头条艘张本把名位块的色]'

function namesIn(caption: string, vocabulary: readonly string[]): string[] {
  let rest = caption
  const nouns = vocabulary
    .map((word) => ({ word, noun: chineseNoun(word).noun }))
    .filter(({ noun }) => /\p{Script=Han}/u.test(noun))
    .toSorted((a, b) => b.noun.length - a.noun.length)
  return nouns.flatMap(({ word, noun }) => {
    const others = noun.length > 1 ? rest.replaceAll(noun, ' ') : withoutShort(rest, noun)
    const isNamed = others !== rest
    rest = others
    return isNamed ? [word] : []
  })
}

/** There is no 人 in 人行道 either. */
function withoutShort(text: string, noun: string): string {
  return text.replaceAll(new RegExp(`(?:(?<=${BEFORE_SHORT})|(?<!\\p{Script=Han}))${noun}(?!行)`, 'gu'), ' ')
}
