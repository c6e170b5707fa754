import type { MessagesOf } from '../catalogue'
import { clause, spellingOf } from '../spelling'

const { counted, number } = spellingOf('zh-Hans')
const PAIRS = { other: '个图像对' }

export const formats: MessagesOf<'formats'> = {
  levirMci: '变化描述与变化分割合一：供 Change-Agent、RSICCformer 及其后续工作读取。',
  coco: '带游程编码掩码的实例和描述：供 pycocotools、Detectron2、MMDetection 和 CVAT 读取。',
  qwenVl: '每个样本两幅图像和一个问题：供 Qwen-VL 微调、LLaMA-Factory 和 ms-swift 读取。',
  llava: '每个样本两幅图像和一个问题，每个条目列出图像：供 LLaVA-NeXT 及其后续工作读取。',
  huggingFace: '图像为文件，每个划分附元数据列表：供 datasets 库读取。',
  parquet: 'parquet 文件中的图像、掩码和描述：供各版本的 datasets 库读取，并可在 Hub 上查看。',
  labelStudio: '带画笔掩码和描述的任务及其标注界面：供在 Label Studio 中使用。',
  abFolders: '每个划分三个文件夹，图像和掩码同名：供大多数变化检测代码读取。',
  spotTheDiff: '两幅图像、其差异和自由句子：供 VisualRelationships 和其他变化描述代码读取。',
  editingRequest: '一幅图像、其编辑后的版本和编辑要求：供 VisualRelationships 及其后续工作读取。',
  clevrChange: '由变化前、变化后和无变化图像组成的三元组：供 RobustChangeCaptioning 及其后续工作读取。',
  webDataset: 'tar 文件中的样本分片，可流式读取：供 WebDataset、torchdata 和 Hugging Face datasets 读取。',
  geoJson: '以经纬度表示的多边形，用于有地理参考的图像对：供 QGIS、ArcGIS 和 GeoPandas 读取。',
  geoPackage: '以图像坐标系表示的多边形，每个坐标系一个图层：供 QGIS、ArcGIS 和 GeoPandas 读取。',
  labelGeoTiff: '每对图像一个类别编号栅格，位于其地图位置：供 QGIS、GDAL 和分割代码读取。',
  nifti: '位于 NIfTI 文件位置的标签体积：供 3D Slicer、ITK-SNAP、FSL 和 MONAI 读取。',
  dicomSeg: '引用 DICOM 文件的分割对象：供 3D Slicer、OHIF 和医院影像归档系统读取。',
  shapefile: '以图像坐标系表示的多边形，每个坐标系一个文件：供各种地图程序读取。',
  mergedMasks: ({ count }) => `${counted(count, PAIRS)}的多个区域合在一个掩码中。`,
  categoriesLost: ({ names }) => `不保留类别：${names}。`,
  categoriesPartly: ({ names }) => `只保留该格式具有的类别：${names}。`,
  beforeMasksLost: ({ count }) => `不保留变化前图像中的 ${number(count)} 个掩码。`,
  beforeMasksBoxes: ({ count }) => `变化前图像中的 ${number(count)} 个掩码变为矩形框。`,
  scoresLost: ({ count }) => `不保留 ${number(count)} 个区域的分数。`,
  regionOriginsLost: ({ count }) => `不保留 ${number(count)} 个区域的来源：重新读取后均为导入。`,
  originsLost: ({ count }) => `不保留 ${number(count)} 个区域和描述的来源：重新读取后均为导入。`,
  captionsLost: ({ count }) => `第五条之后的 ${number(count)} 条描述不在列表中。`,
  valuesLost: '叠放的图像会成为 8 位 RGB 图像：超过 8 位的值以及所显示的三个波段之外的波段不会保留。',
}

export const exports: MessagesOf<'exports'> = {
  maskSize: ({ maskWidth, maskHeight, width, height }) =>
    `有掩码为 ${maskWidth} x ${maskHeight} 像素，而图像为 ${width} x ${height}：图像被替换了吗？`,
  noProposal: '它还没有建议，也没有人说过没有变化',
  noVolume: '变化后图像不是 NIfTI 文件',
  noDicom: '变化后图像不是 DICOM 文件',
  noInstance: 'DICOM 文件没有可供分割引用的 UID',
  noCaption: '它有区域但没有描述：请写一条',
  noChosenCaption: '它的描述都不是由人撰写或编辑的：请写一条，或选择全部描述',
  noWord: '它的描述都没有词语',
  captionLength: '它的描述都不是 1 到 39 个词，而加载程序只能容纳这样的描述',
  sizeChanged: ({ size, known }) => `变化后图像现在为 ${size} 像素，审核时为 ${known}`,
  twoSizes: ({ before, after }) => `该格式要求两幅图像大小相同：变化前为 ${before} 像素，变化后为 ${after}`,
  laidOver: ({ count }) =>
    `已叠放：${counted(count, PAIRS)}。其图像在共同网格上重新写为 8 位 RGB PNG，即使要求使用链接也是如此。`,
  ownGrid: '其两幅图像已叠放，其变化前图像将不同于有变化的图像对',
  links: '图像是指向其所在位置的链接：要重新导入此文件夹，请同时指定图像的文件夹。',
  copied: ({ count }) => `这些磁盘之间无法建立链接，已复制：${counted(count, { other: '幅图像' })}。`,
  largeList: ({ name, mebibytes }) =>
    `${name} 大于 ${number(mebibytes)} MiB，本程序无法再次导入：如需导入，请一次导出较少的图像对。`,
  emptySplits: ({ names }) => `没有图像对落入 ${names}：要自行决定，请将图像对放入以此命名的文件夹。`,
  otherSplits: ({ count, names }) =>
    `${number(count)} 个图像对的划分名称不同（${names}），已随机归入 train、val 或 test。`,
  splitsByTraining: ({ heldOut, trained }) =>
    `本项目的训练决定划分：${number(heldOut)} 个留出的图像对为 test，${number(trained)} 个训练过的图像对为 train 或 val。`,
  splitsAgainstTraining: ({ count }) =>
    `${number(count)} 个图像对的来源划分与本项目的训练不一致：训练使用了 test 中的图像对，或留出了其他图像对。`,
  splitsChanged: ({ count }) =>
    `${number(count)} 个图像对的划分与之前的导出不同，因为来源或训练现在如此决定。`,
  splitsNotKept: '之后的导出可能会以不同方式划分这些图像对：其他程序打开此项目时不会存储任何内容。',
  splitsNotStored: ({ reason }) =>
    `之后的导出可能会以不同方式划分这些图像对，因为无法存储其划分：${clause(reason)}。`,
  rejectedCaptions: ({ count, names }) =>
    `${number(count)} 个图像对的描述中有词语指向已拒绝的区域（${names}）：描述将原样写出。“审核”中会显示这些词语。`,
  unchosenCaptions: ({ count }) => `${number(count)} 条描述因描述的选择而不写出。`,
  barePairs: ({ count, names }) =>
    `${number(count)} 个图像对没有由人撰写或编辑的描述（${names}），将按没有描述的图像对写出。`,
  splitsOr: ({ first, second }) => `${first} 或 ${second}`,
  unsegmentedCaptions: ({ count }) =>
    `${number(count)} 条描述的词语之间没有空格（如中文或日文）：加载程序把空格之间的内容当作一个词，几乎学不到东西。请先分词。`,
  changeOnly: '掩码只区分有无变化：不保留类别。',
  requests: ({ count, sentence }) =>
    `没有变化也没有描述的图像对：${number(count)} 个。其要求为“${sentence}”。`,
  capitalA: ({ path }) =>
    `LEVIR-MCI 的加载程序会替换路径中的每个大写字母 A，而 ${path} 中有：请给它相对路径，或将文件夹移到没有大写 A 的路径。`,
  manySizes: ({ count }) =>
    `图像有 ${count} 种大小，而 LEVIR-MCI 的加载程序每批只用一种：请使用大小为 1 的批次。`,
  asBuilding: ({ names }) => `LEVIR-MCI 只有道路和建筑物；以下写为建筑物（255）：${names}。`,
  longCaptions: ({ count, first, words }) =>
    `${number(count)} 条描述超过 LEVIR-MCI 加载程序所容纳的 ${words} 个词，未写入；其中 ${number(first)} 条是图像对的第一条描述。`,
  noUnchanged: ({ count, total, sentence }) =>
    `没有无变化图像对的变化前图像：${count} / ${total}。nsc_images 中为每幅放置了变化前图像的副本，描述为“${sentence}”：由此无法学到仅视角和光照的变化。`,
  noType: ({ count, total }) =>
    `不在 type_mapping.json 的任何列表中：${total} 个有变化的图像对中的 ${count} 个，因为其区域的类别不全是 color、material、add、drop 或 move。`,
  boxFrame:
    'evaluate_pointing.py 假定所有图像为 480 x 360 像素，而这里有些不是：评估矩形框之前请设置其 IMAGE_SIZE。',
  captionRoom: ({ count, most }) =>
    `preprocess_captions.py 只能容纳最长变化描述的 ${count} 个词，遇到 ${most} 个词的无变化描述会停止：请缩短它，或用更多词描述某个变化。`,
  stoppedBefore: '之前到此文件夹的导出被停止；其图像对此后有变化，因此本次重新开始。',
  otherChoice: '之前到此文件夹的导出被停止；其选项不同，因此本次重新开始。',
  wentOn: ({ count }) => `继续了被停止的导出：已有 ${counted(count, PAIRS)}。`,
  madeAnew: ({ count }) => `此后有变化并重新写入：${counted(count, PAIRS)}。`,
  cancelled: '导出已取消；没有写入任何内容。',
  stopped: '导出已停止。',
  kept: ({ count }) => `已保留 ${counted(count, PAIRS)}：相同的导出会从那里继续。`,
  besideChanged: '其中没有变化，而 CLEVR-Change 只在同一变化前图像有变化的图像对旁才有这样的图像对',
  placeTaken: '其中没有变化，而有变化的图像对旁的位置已被另一个这样的图像对占用',
  notAbsolute: ({ path }) => `${path} 不是绝对路径：请给出新文件夹的完整路径。`,
  notEmpty: ({ path }) => `${path} 不是空文件夹：请选择新的或空的文件夹。`,
  diskFull: ({ path }) => `${path} 所在的磁盘已满：请腾出空间，或选择其他磁盘。`,
  mayNotWrite: ({ path }) => `没有写入 ${path} 的权限：请选择其他文件夹，或更改其权限。`,
  isAFile: ({ path }) => `${path} 是文件：请选择新文件夹。`,
  longPath: ({ path }) => `${path} 的路径太长：请选择更靠近根目录的文件夹。`,
  noneInStates: ({ states }) => `没有处于这些状态（${states}）的图像对：请先审核一些图像对，或选择其他状态。`,
  onlyPair: ({ title }) => `唯一的图像对无法写为 ${title}。`,
  noPairFits: ({ count, title }) => `${counted(count, PAIRS)}都无法写为 ${title}。`,
  onePair: ({ key, reason }) => `${key}：${clause(reason)}。`,
  manyPairs: ({ key, count, reason }) => `${key} 以及另外 ${number(count)} 个：${clause(reason)}。`,
  otherReasons: ({ count }) => `其他原因：${number(count)} 种。`,
}

export const imports: MessagesOf<'imports'> = {
  cancelled: '导入已取消；没有写入任何内容。',
  nothingTaken: ({ path, format }) => `${path} 中没有可作为 ${format} 读取的内容。`,
  unknownFormat: ({ path }) => `${path} 不属于任何可读取的格式：请指定格式以查看原因。`,
  noPairs: '没有找到图像对：用户指南列出了可识别的结构。',
  importedFrom: ({ name }) => `导入自 ${name}。`,
  replace: ({ name, count }) =>
    `${counted(count, PAIRS)}已有先前导入的名为 ${name} 的建议。没有保存任何内容：请选择替换它们，或使用其他名称。`,
  nothingStored: '导入已取消；没有保存任何内容。',
  partlyStored: ({ done, total }) =>
    `导入已取消：已保存 ${number(total)} 个建议中的 ${number(done)} 个。请重新导入以替换它们。`,
  listNotWritten: ({ path, reason }) => `无法写入列表 ${path}（${clause(reason)}）。`,
  noRegion: ({ count, format }) =>
    `按 ${format} 读取的 ${number(count)} 个预测都没有区域。如果它们有掩码，请指定其他格式。`,
  moreProblems: ({ count }) => `还有 ${number(count)} 个问题：请检查文件夹以查看全部。`,
}
