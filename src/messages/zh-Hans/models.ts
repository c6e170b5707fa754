import type { MessagesOf } from '../catalogue'
import { clause } from '../spelling'

export const models: MessagesOf<'models'> = {
  damaged: ({ path, reason }) => `${path} 已损坏：${clause(reason)}。请重新复制或制作模型。`,
  notAFile: '它不是文件',
  notJson: '它不是 JSON',
  wrongField: ({ field, reason }) => `${field} 有误（${reason}）`,
  otherField: ({ field, reason }) => `${field} 有误：${reason}`,
  wrong: ({ reason }) => `内容有误（${reason}）`,
  missingField: ({ field }) => `缺少 ${field}`,
  unknownField: ({ field }) => `${field} 不是已知字段`,
  tooLarge: ({ path, bytes, limit }) => `${path} 有 ${bytes} 字节，最多读取 ${limit} 字节：它不是这类模型。`,
  wrongHash: ({ path }) =>
    `${path} 不是制作模型时的文件（SHA-256 不同）：文件被更改或截断。请重新复制或导入模型。`,
  missing: ({ path }) => `缺少 ${path}。请重新复制模型的整个文件夹。`,
  unreadable: ({ path, code }) => `无法读取 ${path}（${code}）。`,
  linkOut: ({ path }) => `${path} 是指向其文件夹之外的链接。请将文件本身放在那里。`,
  notImported: ({ path }) => `${path} 没有经过导入，因此从未试运行。请将它移到别处，再从那里导入。`,
  isHere: ({ path, title }) => `${path} 已经存在，名称为 ${title}。`,
  cannotWrite: ({ path, code }) => `无法写入 ${path}（${code}）。`,
  diskFull: '磁盘已满',
  nameTaken: ({ path }) => `${path} 已存在。请为模型选择其他名称。`,
  newerFormat: ({ path, format, known }) =>
    `${path} 的格式为 ${format}，此 Deltascribe 读取格式 ${known}：它是更新版本的模型。请更新 Deltascribe。`,
  noneOfName: ({ path }) => `${path} 不存在：没有这个名称的模型。请选择其他模型。`,
  sameId: ({ path, id, other }) => `${path} 与 ${other} 的标识相同（${id}）。请删除其中一个。`,
  wrongManifest: ({ path, reason }) => `${path} 对网络的说明不符：${clause(reason)}。请更正该字段。`,
  wrongNetwork: ({ path, reason }) => `${path} 与其说明文件不符：${clause(reason)}。`,
  notTrained: ({ path }) => `${path} 是您自己的网络。它可以生成建议，但不能在此训练或测量。请选择其他模型。`,
  otherFamily: ({ path, family, wanted }) =>
    `${path} 是 ${family} 系列的模型，而这里需要 ${wanted}。请选择其他模型。`,
  unknownFamily: ({ path, family }) =>
    `${path} 是 ${family} 系列的模型，此程序不认识该系列。请更新 Deltascribe，或选择其他模型。`,
  otherVersion: ({ path, reason }) =>
    `${path} 与此版本的 Deltascribe 不符（${reason}）：它由其他版本制作，或属于其他系列。请微调一个可以打开的模型，重新制作。`,
  detectorMissing: ({ path, detector }) =>
    `${path} 需要检测器 ${detector} 的特征，而此 Deltascribe 没有该检测器。请在可访问软件源的地方运行 npm ci 和 npm run build。`,
  notDeleted: ({ path }) => `${path} 没有被删除，或删除已超过一周。`,
  placeTaken: ({ path }) => `${path} 已存在：另一个模型占用了此位置。`,
  cannotMove: ({ path, code }) => `无法移动 ${path}（${code}）。`,
  notANumber: ({ path }) => `${path} 已损坏：它对图像对给出的结果不是数字。`,
  unusable: ({ path, reason }) => `${path} 中的模型无法使用：${reason}`,
  cannotBeOpened: ({ reason }) => `无法打开模型：${reason}`,
  none: ({ id }) => `没有名为 ${id} 的模型。`,
  shippedNotRenamed: ({ id }) => `${id} 随 Deltascribe 提供，不能重命名。`,
  shippedNotDeleted: ({ id }) => `${id} 随 Deltascribe 提供，不能删除。`,
  titleTaken: ({ title }) => `另一个模型已叫 ${title}。请选择其他名称。`,
  inUse: ({ id }) => `${id} 正在使用中。请先启用另一个模型或回退。`,
  renamed: ({ given, id }) => `另一个模型已叫 ${given}：此模型为 ${id}。`,
  notPromoted: ({ id, reason }) => `无法启用 ${id}：${clause(reason)}。`,
  noSuch: '没有这个模型',
  nothingBefore: '之前没有启用过模型，因此无法回退。',
  fasterOnCpu: ({ name, provider, factor }) =>
    `${name} 的建议在此由 CPU 生成：${provider} 用时是它的 ${factor} 倍。`,
  deviceDiffers: ({ name, provider }) =>
    `${name} 的建议在此由 CPU 生成：${provider} 对同一对图像给出了不同的掩码或分数。`,
  halfPrecision: ({ name, provider, factor }) =>
    `${name} 的建议在 ${provider} 上以半精度生成，速度是全精度的 ${factor} 倍。`,
  noHalfPrecision: ({ name, provider, reason }) =>
    `${name} 的建议在 ${provider} 上仍以全精度生成：${clause(reason)}。`,
  halfDiffers: ({ by }) => `半精度的建议相差 ${by}`,
  fewerAtOnce: ({ provider, pairs, fewer, reason }) =>
    `${provider} 同时处理 ${pairs} 对时失败，此后同时处理 ${fewer} 对：${clause(reason)}。`,
  segmentFailed: ({ provider, reason }) => `Segment Anything 无法在 ${provider} 上使用：${reason}`,
  notSegmentAnything: ({ path, reason }) => `${path} 不是所需的 Segment Anything 2 模型：${clause(reason)}。`,
  replacedMeanwhile: '模型已在此期间被删除或替换。',
}
