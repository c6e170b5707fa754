import type { MessagesOf } from '../catalogue'
import { clause } from '../spelling'

export const shell: MessagesOf<'shell'> = {
  fileMenu: '文件',
  editMenu: '编辑',
  viewMenu: '视图',
  windowMenu: '窗口',
  about: '关于 Deltascribe',
  services: '服务',
  hide: '隐藏 Deltascribe',
  hideOthers: '隐藏其他',
  showAll: '全部显示',
  quit: '退出',
  close: '关闭窗口',
  cut: '剪切',
  copy: '复制',
  paste: '粘贴',
  selectAll: '全选',
  fullScreen: '全屏',
  developerTools: '开发者工具',
  minimize: '最小化',
  zoom: '缩放',
  hasToClose: 'Deltascribe 必须关闭',
  pageStopped: ({ reason }) => `页面在加载后立即再次停止（${clause(reason)}）。已保存的内容是安全的。`,
}

const SENT_TO_MACHINE = `为每个图像对生成建议时，会发送：
- 图像对的两幅图像，原样发送
- 生成建议的模型，如果那里还没有
- 您为区域取的名称，如果名称已打开

这些内容会保存在那里您的缓存文件夹中，直到需要空间为止。您的描述和掩码不会发送。`

const SENT = `每次就图像对询问时，Deltascribe 会发送：
- 图像对的两幅图像，变化区域带轮廓
- 指令，以及以文字表示的区域
- 模型的名称，以及 API 密钥（如果有）

不会发送文件名、文件夹或其他图像对。`

export const questions: MessagesOf<'questions'> = {
  folder: '使用此位置？',
  folderDetail: ({ path }) => `${path}\n\n它是键入的，不是在对话框中选择的。Deltascribe 将在那里读取和写入。`,
  folderYes: '使用',
  folderNo: '不使用',
  network: '通过这些地址下载附加模型？',
  networkDetail: ({ addresses }) =>
    `${addresses}\n\n其运营者会看到您下载哪些附加模型。收到的内容会用 SHA-256 校验。`,
  networkYes: '使用',
  networkNo: '不使用',
  bucket: ({ origin }) => `从 ${origin} 读取存储桶？`,
  bucketDetail: ({ address }) =>
    `${address}\n\n请求会用您的存储桶凭证签名。服务器的运营者会看到密钥的名称和您查看的图像，但看不到密钥本身。`,
  bucketYes: '读取',
  bucketNo: '不读取',
  machine: ({ host }) => `将图像和模型发送到 ${host}？`,
  machineDetail: ({ command }) =>
    `Deltascribe 会以您的身份通过 SSH 登录那里，并启动：\n${command}\n\n${SENT_TO_MACHINE}`,
  sentToMachine: SENT_TO_MACHINE,
  sending: ({ host }) => `将图像发送到 ${host}？`,
  publicDetail: ({ origin }) => `${origin} 位于公共网络。其运营者会看到发送的内容，并可能保留。\n\n${SENT}`,
  networkServerDetail: ({ origin }) =>
    `${origin} 位于您的网络中，不在本机上。其运营者会看到发送的内容，并可能保留。\n\n${SENT}`,
  sendYes: ({ host }) => `发送到 ${host}`,
  sendNo: '不发送',
}
