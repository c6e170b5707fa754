import type { MessagesOf } from '../catalogue'
import { clause, spellingOf } from '../spelling'

const { fixed } = spellingOf('zh-Hans')

export const problems: MessagesOf<'problems'> = {
  missing: ({ name }) => `${name} 不存在：文件已被移动、重命名或删除`,
  notAFile: ({ name }) => `${name} 不是文件：请在该位置放置图像`,
  empty: ({ name }) => `${name} 是空文件（0 字节）：请从来源重新复制`,
  tooManyBytes: ({ name, gibibytes }) =>
    `${name} 大小为 ${fixed(gibibytes, 1)} GiB，上限为 1.75 GiB：请将它切成小块`,
  tooManyPixels: ({ name, width, height }) =>
    `${name} 有 ${width} x ${height} 像素，上限为 1.34 亿像素（16 位时为 8900 万）：请将它切成小块`,
  notInParts: ({ name }) => `${name} 太大，无法整体读取，也无法分块读取：请将它存为正向的分块 TIFF`,
  mayNotBeRead: ({ name }) => `没有读取 ${name} 的权限：请更改其权限`,
  cannotBeRead: ({ name, code }) => `无法读取 ${name}（${code}）：请检查它所在的磁盘`,
  otherKind: ({ name }) =>
    `${name} 不是 PNG、JPEG、WebP、BMP、TIFF、DICOM 或 NIfTI 图像：请转换它，或将它移出文件夹`,
  incomplete: ({ name }) => `${name} 已损坏或不完整：请从来源重新复制`,
  changedMeanwhile: ({ name }) => `${name} 在读取时被替换：请重试`,
  tiffCompression: ({ name, compression }) =>
    `${name} 是以 ${compression} 压缩的 TIFF，无法读取：请另存为 PNG，或使用 Deflate 或 LZW 的 TIFF`,
  dicomCompression: ({ name, compression }) =>
    `${name} 是以 ${compression} 压缩的 DICOM 文件，无法读取：请另存为不压缩的文件`,
  noSuchSlice: ({ name, count }) => `${name} 不是文件中的切片：该方向只有 ${count} 个切片，请选择其他切片`,
  noSuchRange: ({ from, to, first, last }) =>
    `无法添加切片 ${from} 至 ${to}：按变化后文件的编号，两个文件在该方向都有的切片是 ${first} 至 ${last}。`,
  niftiParts: ({ name }) => `${name} 是由两个文件组成的 NIfTI 图像的头文件，无法读取：请另存为单个 .nii 文件`,
  niftiType: ({ name }) => `${name} 是数值类型无法读取的 NIfTI 文件：请保存为最多 32 位的整数或浮点数`,
  niftiSize: ({ name }) => `${name} 的体素超过 1 GiB，无法读取：请切成较小的体积`,
  dicomColours: ({ name }) => `${name} 是颜色类型无法读取的 DICOM 文件：请另存为灰度或 RGB`,
  dicomPixels: ({ name }) => `${name} 是像素类型无法读取的 DICOM 文件：请以 8 位或 16 位保存`,
  noDeepValues: '此图像为 8 位，或者过大：除图像本身外没有其他数值。',
  tooFewBands: ({ name, band, count }) =>
    `${name} 有 ${count} 个波段，而此项目选择了第 ${band} 波段：请在审核中选择其他波段`,
  jpegBits: ({ name, bits }) =>
    `${name} 是每个值 ${bits} 位的 JPEG，无法读取：请另存为 PNG，或普通的 8 位 JPEG`,
  jpegArithmetic: ({ name }) => `${name} 是使用算术编码的 JPEG，无法读取：请另存为 PNG，或普通的 8 位 JPEG`,
  jpegLossless: ({ name }) => `${name} 是无损 JPEG，无法读取：请另存为 PNG，或普通的 8 位 JPEG`,
  jpegHierarchical: ({ name }) => `${name} 是分层 JPEG，无法读取：请另存为 PNG，或普通的 8 位 JPEG`,
  maskSize: ({ name, maskWidth, maskHeight, width, height }) =>
    `${name} 是 ${maskWidth} x ${maskHeight} 像素的掩码，而图像为 ${width} x ${height}：请按图像的大小重新制作`,
  twoSizes: ({ beforeWidth, beforeHeight, width, height }) =>
    `两幅图像的大小不同：变化前为 ${beforeWidth} x ${beforeHeight}，变化后为 ${width} x ${height} 像素。请将两者调整为同一大小。`,
  twoSizesApart: ({ beforeWidth, beforeHeight, width, height, reason }) =>
    `两幅图像的大小不同（变化前为 ${beforeWidth} x ${beforeHeight}，变化后为 ${width} x ${height} 像素），也无法按地图叠放：${clause(reason)}。请将两者调整为同一大小。`,
  onAnotherMachine: ({ name }) => `${name} 位于另一台计算机：路径应从此文件夹开始`,
  absolute: ({ name }) => `${name} 是绝对路径：路径应从此文件夹开始`,
  leadsOut: ({ name }) => `${name} 指向文件夹之外：路径不能包含 ..`,
  zeroCharacter: ({ name }) => `${name} 包含空字符`,
  linkOutside: ({ name }) => `${name} 是指向文件夹之外的链接：请将文件本身放在那里`,
  damagedWork: ({ reason }) => `无法读取此图像对的工作（可用 doctor 检查项目）：${reason}`,
  damagedRow: ({ what }) => `项目存储中有一条记录已损坏（${what}）。`,
  notAcceptable: ({ key, problem }) => `无法接受 ${key}：${problem}`,
}
