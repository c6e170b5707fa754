import type { MessagesOf } from '../catalogue'
import { clause } from '../spelling'

export const packs: MessagesOf<'packs'> = {
  noSpaceFor: ({ path }) => `没有空间存放 ${path}。请腾出空间后重新安装附加模型。`,
  noSpace: ({ path, free, needed }) =>
    `${path} 有 ${free} 可用空间，需要 ${needed}。请腾出空间后重新安装附加模型。`,
  cannotWrite: ({ path, reason }) => `无法写入 ${path}：${clause(reason)}。`,
  cannotBeRead: ({ path, reason }) => `无法读取 ${path}：${clause(reason)}。`,
  asksToWait: ({ host, wait, status }) =>
    `${host} 正忙，要求等待 ${wait}（状态 ${status}）。已收到的内容会保留：请届时重新安装附加模型。`,
  isBusy: ({ host, status, url }) => `${host} 正忙或出错（状态 ${status}，${url}）。请稍后重新安装附加模型。`,
  wantsLogin: ({ host, status, url }) =>
    `${host} 要求登录（状态 ${status}，${url}）。请用其他方式下载附加模型，并从文件安装。`,
  hasNot: ({ host, status, url }) =>
    `${host} 没有该文件（状态 ${status}，${url}）。请用其他方式下载附加模型，并从文件安装。`,
  refuses: ({ host, status, url }) =>
    `${host} 拒绝了请求（状态 ${status}，${url}）。请用其他方式下载附加模型，并从文件安装。`,
  wrongPart: ({ url, bytes, name }) =>
    `${url} 发送的不是所请求的部分，应为 ${bytes} 字节：它不是所声明的文件 ${name}。没有安装任何内容。`,
  wrongLength: ({ url, length, bytes, name }) =>
    `${url} 发送了 ${length} 字节，应为 ${bytes}：它不是所声明的文件 ${name}。没有安装任何内容。`,
  wrongDigest: ({ name, found, expected }) =>
    `${name} 不是所声明的文件（SHA-256 为 ${found}…，应为 ${expected}…）。收到的内容已删除，没有安装任何内容。`,
  unreachable: ({ host, reason }) =>
    `无法访问 ${host}（${reason}）。请检查网络连接和设置中的代理，或从文件安装附加模型。`,
  nothingCame: '没有再收到内容',
  answersStatus: ({ status }) => `响应状态为 ${status}`,
  busyStatus: ({ status }) => `正忙，状态 ${status}`,
  keptForNext: '已取消。已收到的内容会保留到下次。',
  noDigest: ({ name, host }) =>
    `${name} 在目录中没有校验值，因此只通过 https 下载，而 ${host} 是通过 http 访问的。`,
  otherDigest: ({ host, name, found, expected }) =>
    `${host} 现在给出的 ${name} 的校验值与首次安装时不同（SHA-256 为 ${found}…，当时为 ${expected}…）。一个提交的文件不会改变，因此没有下载。`,
  tooLong: ({ host, name, length, bytes }) =>
    `${host} 上的 ${name} 有 ${length} 字节，超过所声明的 ${bytes} 字节的两倍。没有下载。`,
  otherCommit: ({ host, commit }) => `${host} 回答的不是提交 ${commit}。`,
  saysNothing: ({ host, name }) => `${host} 没有给出 ${name} 的 SHA-256 和长度，因此无法校验。没有下载。`,
  longerThanMay: ({ name }) => `${name} 超过了没有 SHA-256 的文件所允许的长度。`,
  otherBytes: ({ name }) => `${name} 的内容与来源所述不同。没有保留任何内容。`,
  unpacksTo: ({ path, bytes }) => `${path} 解压后超过 ${bytes} 字节。`,
  lacks: ({ path, names }) => `${path} 中没有 ${names}。`,
  in: ({ name, path }) => `${path} 中的 ${name}`,
  lengthDiffers: ({ name, length, bytes }) => `${name} 有 ${length} 字节，应为 ${bytes}。没有安装任何内容。`,
  notWhole: ({ path, reason }) => `${path} 不是完整的归档：${clause(reason)}。没有安装任何内容。`,
  nothingWritten: ({ reason }) => `${reason}没有写入任何内容。`,
  isThere: ({ path }) => `${path} 已存在。请指定其他文件。`,
  otherPack: ({ path, found, wanted }) => `${path} 中是附加模型 ${found}，而需要的是 ${wanted}。`,
  named: ({ id, version }) => `${id}，版本 ${version}`,
  saysNoDigest: ({ path, name, id }) =>
    `${path} 没有给出 ${name} 的校验值，因此无法校验。请在有该附加模型的电脑上用“deltascribe models pack ${id}”写出一个。`,
  saysOtherDigest: ({ path, name }) => `${path} 给出的 ${name} 的校验值与首次安装时不同。没有安装任何内容。`,
  recordsDamaged: ({ path }) => `${path} 已损坏，因此无法比较。请恢复它，或删除它以重新信任来源。`,
  addedElsewhere: ({ id }) => `另一个程序（进程 ${id}）正在安装此附加模型。`,
  noTarball: ({ url }) => `软件源在 ${url} 的回答没有指明归档。`,
  notUsed: ({ title, problem }) => `没有使用 ${title}：${problem}请移除并重新安装。`,
  onlyAgreed: ({ title, version, licence }) =>
    `只有在您同意其许可证（${licence}）后，才会下载 ${title} 版本 ${version}。`,
  isAdded: ({ title }) => `正在安装 ${title}：请先取消。`,
  none: ({ id, ids }) => `没有附加模型“${id}”。现有：${ids}。`,
  sam2Limits:
    '它勾勒物体的轮廓，但不说明是什么。细小部分和柔和边缘较粗略。它在 1024 x 1024 像素的图像副本上工作。',
  sam2Data: 'SA-1B（自有研究许可证）、SA-V（CC BY 4.0），以及 Meta 未公开的图像',
  captionLimits:
    '仅支持英语。它没有受过比较两幅图像的训练，可能只描述其中一幅或虚构变化。每幅图像按一个 512 x 512 像素的正方形处理。',
  notMeasured: '未经我们测量：只试用过相同形式的人造模型。描述效果和用时均未知。',
  cauldronData: 'The Cauldron 和 Docmatix：包含多种许可证的数据集，详见其页面',
  videoData: '十二个图像和视频数据集，包含多种许可证，详见其页面',
  notInstalled: ({ id }) => `附加模型 ${id} 没有安装。`,
  otherManifest: ({ path, id }) => `${path} 不属于附加模型 ${id}。请重新安装。`,
  isMissing: ({ path }) => `缺少 ${path}。`,
  hasBytes: ({ path, length, bytes }) => `${path} 有 ${length} 字节，应为 ${bytes}。`,
  wasChanged: ({ path }) => `${path} 已被更改：其 SHA-256 与所声明的不同。`,
  unreadableFile: ({ reason }) => `其中一个文件无法读取：${clause(reason)}。`,
  lost: ({ host, reason, arrived, all }) =>
    `与 ${host} 的连接在收到 ${arrived}（共 ${all}）后中断（${reason}）。已收到的内容会保留：请重新安装附加模型以继续。`,
}
