import type { MessagesOf } from '../catalogue'
import { spellingOf } from '../spelling'

const { counted, number } = spellingOf('zh-Hans')

export const folders: MessagesOf<'folders'> = {
  missing: ({ path }) => `${path} 不存在：文件夹已被移动、重命名或删除`,
  isAFile: ({ path }) => `${path} 是文件：请打开存放图像对的文件夹`,
  mayNotBeRead: ({ path, code }) => `没有读取 ${path} 的权限（${code}）：请更改其权限`,
  tooManyFiles: ({ path }) => `${path} 包含超过两百万个文件：请打开单个数据集的文件夹`,
  noPairs: ({ path }) => `在 ${path} 中没有找到图像对。用户指南列出了可识别的结构。`,
  cannotBeListed: ({ path, reason }) => `无法读取 ${path}：${reason}`,
  notChosen: ({ path }) => `未使用 ${path}，因为您没有允许。请用相应的按钮选择文件夹。`,
  notNamed: ({ path }) =>
    `未使用 ${path}，因为 serve 启动时没有指定它。要使用它，请用 --allow 和此文件夹或其上级文件夹启动 deltascribe serve。`,
  notShown: ({ path }) => `不显示 ${path}：它不是您选择的文件夹。`,
  noFileManager: ({ path, reason }) => `系统没有显示 ${path}：${reason}。请在您的文件管理器中打开该文件夹。`,
  neverOpened: ({ path }) => `${path} 没有任何工作：它从未被打开过。`,
  noneOpen: '没有打开的文件夹。',
  closedMeanwhile: '文件夹已在此期间关闭。',
  anotherOpened: '已打开另一个文件夹。此内容没有保存。',
  notOpened: '文件夹没有打开',
}

export const readings: MessagesOf<'readings'> = {
  list: ({ name }) => `${name} 中的列表`,
  clevr: 'CLEVR-Change：images/ 与 sc_images/ 和 nsc_images/',
  suffixes: ({ before, after }) => `以 ${before} 和 ${after} 结尾的名称`,
  suffixTwo: 'ID 和 ID_2 形式的名称',
  sides: ({ before, after }) => `${before}/ 和 ${after}/ 文件夹`,
  withLabels: ({ title, folder }) => `${title}，含 ${folder}/`,
  sequenceNeighbours: ({ count }) => `${number(count)} 个时间序列，每个日期与前一个日期配对`,
  sequenceFirst: ({ count }) => `${number(count)} 个时间序列，每个日期与第一个日期配对`,
  fewerThanThree: ({ count }) => `该地点只有 ${number(count)} 个日期，而序列至少需要三个`,
  noSuchDate: '名称中的日期不存在',
  noDate: '名称和文件都没有说明拍摄时间',
  deep: ({ depth }) => `层级超过 ${depth} 层文件夹`,
  mayNotBeRead: '没有读取权限：请更改其权限',
  isExport: '这是导出的数据集：请单独打开它',
  notUtf8: '名称不是 UTF-8 编码：请重命名',
  otherPath: '名称会被读成另一个路径：请重命名，不要使用 %、\\ 和 :',
  linkOutside: '是指向文件夹之外的链接：请将文件本身放在那里',
  linkToFolder: '是指向文件夹的链接；不会跟随这类链接',
  linkToNothing: '是链接，但所指的文件不存在',
  brokenLink: '是无法跟随的链接',
  cannotBeRead: ({ reason }) => `无法读取：${reason}`,
  tooLong: '文件超过 256 MB',
  tooManyFields: '字段比第一行多',
  noObject: '不是 JSON 对象',
  openQuotes: '引号没有闭合',
  sameKey: ({ key }) => `另一行已有键 ${key}`,
  noPaths: '没有任何一行给出变化前和变化后的图像',
  needsBefore: '缺少变化前图像的路径',
  needsAfter: '缺少变化后图像的路径',
  notInFolder: ({ path }) => `${path} 不在文件夹中，或不是图像`,
  noPartnerIn: ({ folder }) => `${folder}/ 中没有对应的图像`,
  noPartnerInClevr: 'sc_images/ 和 nsc_images/ 中没有对应的图像',
  noneBeside: ({ name }) => `旁边没有 ${name}`,
  images: ({ count }) => `${counted(count, { other: '幅图像' })}不属于此读取方式的任何图像对`,
  unread: ({ count, kinds }) =>
    `${counted(count, { other: '个图像' })}的格式无法读取（${kinds}）：请另存为 PNG、JPEG、WebP 或 TIFF`,
  others: ({ count }) => `${counted(count, { other: '个文件' })}不是可读取的图像`,
}
