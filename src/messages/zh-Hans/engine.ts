import type { MessagesOf } from '../catalogue'
import { clause, spellingOf } from '../spelling'

const { counted, number } = spellingOf('zh-Hans')
const PAIRS = { other: '个图像对' }

export const engine: MessagesOf<'engine'> = {
  starting: '引擎正在启动。',
  silent: ({ seconds }) => `引擎 ${seconds} 秒没有响应，已重新启动。已保存的内容是安全的。`,
  notKept: ({ reason }) =>
    `引擎无法保持运行：${clause(reason)}。已保存的内容是安全的。请重新启动 Deltascribe。`,
  notKeptIn: ({ reason, folder }) =>
    `引擎无法保持运行：${clause(reason)}。已保存的内容是安全的。请重新启动 Deltascribe。如果打开 ${folder} 时再次发生，请打开其他文件夹。`,
  stoppedAtStart: '它在启动后立即停止了多次',
  stopped: ({ command }) => `引擎在回答“${command}”之前停止了。`,
  noSuchTile: '此图像没有这样的图块。',
  cancelled: '已取消。',
  tookTooLong: ({ seconds }) => `用时超过 ${seconds} 秒，已停止。`,
  processStopped: ({ program }) => `进程“${program}”意外停止，已重新启动。`,
  noJob: ({ id }) => `没有任务 ${id}。`,
  otherPair: '在此期间打开了另一个图像对。',
  otherRequest: '已被另一个请求取代。',
  otherOrder: '在此期间请求了另一种排序。',
  otherPlan: '在此期间请求了另一个计划。',
  exportCancelled: '导出已取消。',
  embeddingNotKept: ({ path }) => `嵌入无法存放在 ${path} 中。`,
  embeddingNotStored: ({ source, path, reason }) => `${source} 的嵌入无法保存到 ${path}：${clause(reason)}。`,
  notEncoded: ({ provider, reason }) => `无法在 ${provider} 上编码图像对：${reason}`,
  embeddingsOff: '图像对的嵌入已关闭。请先在设置中打开。',
  noEmbedding: ({ key, ready, total }) =>
    `${key} 还没有嵌入，因此无法与它比较。${counted(total, PAIRS)}中已有 ${ready} 个的嵌入就绪。`,
  threadEnded: '比较图像对的线程提前结束。',
  notCompared: ({ reason }) => `无法比较图像对：${reason}`,
  serveSetsNoProxy:
    'serve 的页面不能设置代理或镜像。请在启动 deltascribe serve 的地方设置 HTTPS_PROXY、HF_ENDPOINT 和 npm 的软件源。',
  notAllowed: ({ addresses }) => `没有设置 ${addresses}，因为您没有允许。`,
  estimated: ({ count }) =>
    `正在读取工作内容，暂按图像对列表估计（只计第一条描述，不计类别）：${counted(count, PAIRS)}。`,
  takenWhole: ({ count }) => `从未打开过的图像视为完整：${counted(count, PAIRS)}。`,
  takenThere: ({ count }) => `刚才没有查找的文件视为存在：${counted(count, PAIRS)}。`,
}

export const edits: MessagesOf<'edits'> = {
  noPair: ({ id }) => `此项目中没有编号为 ${id} 的图像对。`,
  nothingToUndo: '没有可撤销的内容。',
  nothingToRedo: '没有可重做的内容。',
  madeElsewhere: '此修改已用于另一个图像对。',
  noLongerFits: ({ reason }) => `此修改与已保存的内容不再相符：${clause(reason)}。`,
  tooManyChanges: ({ count, most }) =>
    `这会一次做出 ${counted(count, { other: '处更改' })}，而一次修改最多 ${number(most)} 处：请先分小步移除区域。`,
  maskSize: ({ maskWidth, maskHeight, width, height }) =>
    `${maskWidth} x ${maskHeight} 像素的掩码与 ${width} x ${height} 的图像不符。图像被替换了吗？请为此图像对重新生成建议。`,
  stale: ({ who, what }) => `${who} 在此期间修改了同一处（${clause(what)}），因此这次修改没有保存。`,
  staleNameless: ({ what }) => `其他人在此期间修改了同一处（${clause(what)}），因此这次修改没有保存。`,
  builtOnRefused: '此修改基于一项未保存的修改，因此也没有保存。',
  otherProposal: '在此期间此图像对有了另一个建议：请先查看。',
  noProposal: ({ key }) => `${key} 还没有建议，因此没有可接受的内容。`,
}

export const remote: MessagesOf<'remote'> = {
  nameOne: '请先指定另一台计算机并启用它。',
  howToAllow: ({ host }) =>
    `要允许，请在终端中运行一次：deltascribe propose FOLDER --at ${host}。它会询问图像是否可以发送到那里。`,
  nobodyAgreed: ({ host }) =>
    `尚未同意将图像和模型发送到 ${host}：请在“设置”的“建议”中同意，或使用 deltascribe propose --at。`,
  endedTwice: ({ host }) =>
    `生成此建议时，与 ${host} 的连接中断了两次。请为此图像对重新生成建议，或在本机生成。`,
  goesOnHere: ({ reason }) => `${reason}建议继续在本机生成。`,
  noName: ({ reason }) => `这不是计算机的名称：${clause(reason)}。`,
  badCommand: '另一台计算机的命令为空、过长或含有换行。',
  cannotPropose: ({ host, command, reason }) =>
    `${host} 无法生成建议：${clause(reason)}。请在终端中尝试“ssh ${host} ${command}”。`,
  noSsh: ({ reason }) => `无法启动 ssh（${reason}）`,
  noAnswer: '它没有响应',
  connectionEnded: '连接中断',
  otherVersion: ({ host, theirs, ours }) =>
    `${host} 上是 Deltascribe ${theirs}，本机是 ${ours}。请在两边安装相同的版本。`,
  cannotBeRead: ({ path, reason }) => `无法读取 ${path}：${clause(reason)}。`,
  fileGone: '另一台计算机上已没有某个文件。请重试。',
  fileDamaged: '另一台计算机上的某个文件已损坏。请重试。',
  fileChanged: '某个文件与所说的不同：它在传送中改变了。',
  fileTooLong: '某个文件比所说的长，或超出另一台计算机的保存上限。',
  notDone: '这不会在另一台计算机上进行。',
  wrongAnswer: '另一台计算机的回答不是所询问的内容。',
  unknownAnswer: '另一台计算机的回答无法理解。',
}

export const jobs: MessagesOf<'jobs'> = {
  exportTo: ({ out }) => `导出到 ${out}`,
  importInto: ({ into }) => `导入到 ${into}`,
  predictionsIn: ({ source }) => `${source} 中的预测`,
  importOf: ({ name }) => `导入 ${name}`,
  captionsBy: ({ title }) => `${title} 的描述`,
  captions: ({ title, added, noChange, leftOut, failed, key, reason }) =>
    `${title}：${[
      `已添加 ${added} 条`,
      ...(noChange === 0 ? [] : [`其中 ${noChange} 条表示没有变化`]),
      ...(leftOut === 0 ? [] : [`排除 ${leftOut} 个图像对，因为已审核、已有描述或有问题`]),
      ...(failed === 0 ? [] : [`${failed} 个失败（${key}：${reason}）`]),
    ].join('，')}。`,
}

export const sequences: MessagesOf<'sequences'> = {
  noNext: ({ key }) => `${key} 之后，该地点没有其他日期。`,
  nothingAccepted: ({ key }) => `${key} 还没有接受任何区域：请先接受该图像对或其中的区域。`,
  otherGrid: ({ key }) => `无法沿用区域：${key} 的两幅图像位于不同的网格上，或无法读取。`,
  otherSize: ({ key }) => `无法沿用区域：${key} 的图像尺寸不同。`,
  outside: ({ key }) => `这些区域位于 ${key} 的画面之外。`,
  taken: '沿用的区域已被使用，即使使用已撤销，也无法再收回。',
  carriedFrom: ({ key }) => `沿用自 ${key}。`,
  lost: ({ count }) => `${number(count)} 个区域位于画面之外，已略去。`,
}
