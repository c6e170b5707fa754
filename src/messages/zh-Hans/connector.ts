import type { MessagesOf } from '../catalogue'
import { clause } from '../spelling'

export const waits: MessagesOf<'waits'> = {
  minutes: ({ count }) => `${count} 分钟`,
  hours: ({ count }) => `${count} 小时`,
  days: ({ count }) => `${count} 天`,
}

export const connector: MessagesOf<'connector'> = {
  off: '描述接口已关闭。请在设置中打开。',
  whichModel: ({ host }) => `要询问 ${host} 上的哪个模型？请在设置中填写。`,
  changed: ({ title }) => `设置现在指定的是 ${title}。要将图像发送到那里，请再次询问。`,
  noPack: ({ pack }) => `没有可写描述的附加模型“${pack}”。请在“模型”中安装一个，或在设置中指定服务器。`,
  notInstalled: ({ title }) => `${title} 没有安装。请在“模型”中安装一个，或在设置中指定服务器。`,
  noAnswerHere: ({ title, reason }) => `本机上的 ${title} 没有回答。${reason}可在设置中延长时限或减小图像。`,
  onCpuInstead: ({ provider, reason }) =>
    `描述模型无法在 ${provider} 上运行（${clause(reason)}）；改由 CPU 回答。`,
  modelBroken: ({ reason }) => `无法打开模型。${clause(reason)}。请重新安装其附加模型。`,
  modelFails: ({ folder, reason }) => `${folder} 中的模型无法工作：${reason}`,
  cannotBeRead: ({ path, reason }) => `无法读取 ${path}：${reason}`,
  isMissing: ({ path }) => `缺少 ${path}`,
  noFileOf: ({ folder, graph }) => `${folder} 中没有 ${graph} 的文件`,
  notUsable: ({ path, reason }) => `${path} 不属于可在此使用的模型：${reason}`,
  takesNoPictures: '其预处理不接受图像',
  nothingAnswers: ({ origin }) => `${origin} 没有响应。请启动服务器，或在设置中更正地址。`,
  unknownName: ({ host }) => `找不到名称 ${host}。请在设置中更正地址。`,
  unknownTyped: ({ host }) => `找不到名称 ${host}。请更正，或输入服务器的 IP 地址。`,
  brokeOff: ({ host, reason }) => `${host} 中断了连接（${reason}）。可能是内存不足。`,
  unreachable: ({ host, code }) => `无法访问 ${host}（${code}）。它是否已开机并在您的网络中？`,
  certificate: ({ host, code }) => `此处不信任 ${host} 的证书（${code}）。`,
  noHttps: ({ host }) => `${host} 不支持 https。请尝试 http://。`,
  noHttp: ({ host }) => `${host} 不支持 http。请尝试 https:// 或其他端口。`,
  cannotBeAsked: ({ host, reason }) => `无法询问 ${host}：${clause(reason)}。`,
  saysStatus: ({ status }) => `服务器的响应状态为 ${status}。`,
  says: ({ remark }) => `服务器说：${remark}`,
  otherKey: ({ host, status, says }) => `${host} 需要另一个 API 密钥（状态 ${status}）。${says}`,
  fewerPictures: ({ host, says }) =>
    `${host} 接受的图像较少。图像对需要两幅：请让服务器接受两幅（vLLM：--limit-mm-per-prompt '{"image": 2}'）。${says}`,
  noModel: ({ host, model, says }) => `${host} 没有模型“${model}”。${says}`,
  itHas: ({ text, models }) => `${text}现有：${models}。`,
  noPictures: ({ host, model, says }) =>
    `${host} 上的“${model}”不能查看图像。请使用视觉语言模型（llama.cpp：带 --mmproj 文件）。${says}`,
  noServer: ({ address, says }) =>
    `${address} 没有兼容 OpenAI 的服务器。请在设置中更正地址；地址通常以 /v1 结尾。${says}`,
  tooLarge: ({ host, says }) => `图像对 ${host} 来说太大。请在设置中减小图像。${says}`,
  leaveAlone: ({ wait }) => `服务器要求等待 ${wait}。`,
  isBusy: ({ host }) => `${host} 正忙或出错。`,
  isBusyAgain: ({ host, attempts }) => `尝试 ${attempts} 次后，${host} 仍正忙或出错。`,
  refused: ({ host, status, says }) => `${host} 拒绝了请求（状态 ${status}）。${says}`,
  notAnAddress: ({ typed }) => `“${typed}”不是服务器地址。请按 http://127.0.0.1:8080/v1 的形式填写。`,
  hasLogin: '不接受带有登录信息或查询参数的地址。请去掉它们；密钥有单独的输入框。',
  liesPublic: ({ host, how }) => `${host} 位于公共网络。没有发送任何内容。${how}，或指定本机上的服务器。`,
  liesInNetwork: ({ host, how }) =>
    `${host} 位于您的网络中，不在本机上。没有发送任何内容。${how}，或指定本机上的服务器。`,
  agree: '请在设置中同意',
  startServe: ({ origin }) => `请用 --allow-endpoint ${origin} 启动 deltascribe serve`,
  startServeToAllow: ({ origin }) => `要允许，请用 --allow-endpoint ${origin} 启动 deltascribe serve。`,
  addPublic: '请加上 --allow-public',
  nameIt: '请用 --endpoint 指定服务器',
  nameItPublic: '请用 --endpoint 指定服务器并加上 --allow-public',
  notEncrypted: ({ host }) => `${host} 位于公共网络，用 http 发送的图像任何人都能看到：请使用 https。`,
  noCompletion: ({ host }) => `${host} 的回答不是聊天补全。它是兼容 OpenAI 的服务器吗？`,
  emptyCut: ({ who }) => `${who} 的回答为空。长度已用尽：请使用不输出思考过程的模型。`,
  empty: ({ who }) => `${who} 的回答为空。请尝试其他模型。`,
  noList: ({ host }) => `${host} 没有列出其模型。请输入模型名称。`,
  sendsOn: ({ host, to }) => `${host} 转向 ${to}。没有向那里发送任何内容。`,
  sendsOnHere: ({ host, to }) => `${host} 转向 ${to}。请在设置中填写该地址。`,
  timedOut: ({ host, seconds }) =>
    `${host} 在 ${seconds} 秒内没有回答。请在设置中延长时限，或使用较小的图像或模型。`,
  sentTooMuch: ({ host, most }) => `${host} 发送了超过 ${most} 的内容：这不是描述。已丢弃。`,
  cancelledAfter: ({ count }) => `已取消。已添加 ${count} 条描述。`,
  noSample: ({ folder }) => `${folder} 中没有示例图像对：请在审核中就图像对询问。`,
}
