import type { TextsOf } from '../texts'

/** 应用的新版本。 */
export const updates: TextsOf<'updates'> = {
  title: '更新',
  explain: (feed) =>
    `只有在您按下按钮时，Deltascribe 才会查找新版本。它向 ${feed} 请求版本列表，除此请求外不发送任何内容：不含姓名、本机编号或您的工作内容。`,
  never: {
    browser: '这里是浏览器中的页面。请在运行程序的机器上更新。',
    source: '程序从源代码运行，请用 Git 更新。',
    archive: '程序由压缩包解压而来，请解压更新的压缩包。',
    'no-feed': '此版本不知道到哪里查找新版本。',
  },
  look: '查找更新',
  looking: '正在查找新版本……',
  newest: (version) => `${version} 已是最新版本。`,
  found: (version) => `有新版本 ${version}。`,
  notes: '更新内容',
  download: '下载，并在关闭 Deltascribe 时安装',
  downloading: (version) => `正在下载版本 ${version}。`,
  cancel: '取消下载',
  downloaded: (version) => `版本 ${version} 已下载并通过校验。关闭 Deltascribe 后即会安装。`,
  closeNow: '立即关闭并安装',
  busy: '有工作正在进行。您随时关闭 Deltascribe 后即会安装。',
  failed: {
    unreachable: (detail) => `没有得到回应（${detail}）。您可以稍后再试。`,
    'no-list': (detail) => `没有可读取的版本列表（${detail}）。`,
    damaged: (detail) => `收到的文件与公布的不符，已丢弃（${detail}）。没有安装任何内容。`,
    other: (detail) => `失败：${detail}`,
  },
}
