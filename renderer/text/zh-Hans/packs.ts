import type { TextsOf } from '../texts'

export const packs: TextsOf<'packs'> = {
  title: '附加模型',
  explain: '由他人制作、不随 Deltascribe 提供的模型。只有按下按钮才会下载；没有它们，其他功能照常可用。',
  what: {
    'sam2-tiny': '用于单击分割，以及掩码贴合物体轮廓的建议（差异 + Segment Anything 2）。',
  },
  whatFor: { segment: '', caption: '供描述接口生成描述，在本机运行，不需要服务器。' },
  installAndUse: (size) => `安装并使用（${size}）`,
  useForCaptions: '用于描述',
  usedForCaptions: '描述接口由它回答。',
  facts: ({ download, disk, licence, source }) =>
    `下载 ${download}，占用磁盘 ${disk}。许可证 ${licence}。来源：${source}。`,
  dataLicence: (licence) => `训练数据的许可证：${licence}。`,
  limits: (limits) => `局限：${limits}`,
  homepage: (address) => `更多信息：${address}`,
  consent: {
    title: (title) => `下载 ${title}？`,
    hosts: (hosts, version) =>
      `到目前为止还没有访问过网络。首先访问 ${hosts}，它可能通过 https 转到其他服务器。下载的内容会用 SHA-256 校验。您同意版本 ${version} 的事实和时间会记录在您的用户文件夹中。`,
    agree: (size) => `同意并下载（${size}）`,
  },
  isOffered: (installed, offered) =>
    `已安装版本 ${installed}。现提供版本 ${offered}；在您采用之前，继续使用已安装的版本。`,
  update: (size) => `更新（${size}）`,
  install: (size) => `安装（${size}）`,
  goOn: (done, total) => `继续下载（已有 ${done} / ${total}）`,
  forget: '删除已下载的内容',
  file: '归档文件的路径',
  filePlaceholder: '或本机上 .tar、.tgz 文件或文件夹的路径',
  fromFile: '从文件安装',
  installed: (folder) => `已安装在 ${folder}。`,
  verify: '检查文件',
  isIntact: (title) => `${title} 完好。`,
  remove: '移除',
  adding: (title) => `正在安装 ${title}`,
  progress: (done, total, host) =>
    host === null ? `${done} / ${total}` : `${done} / ${total}，来自 ${host}`,
  cancel: '取消',
  cancelNamed: (title) => `取消安装 ${title}`,
}
