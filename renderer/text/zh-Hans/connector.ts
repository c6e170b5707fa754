import { THIS_MACHINE } from '../../../src/contract/connector'
import { spellNumber } from '../spelling'
import type { TextsOf } from '../texts'

const HERE = '本机'

export const connector: TextsOf<'connector'> = {
  title: '描述接口',
  explain:
    '向视觉语言模型请求描述：可以是您在“模型”中安装的模型，在本机运行，不需要服务器；也可以是您的电脑或网络中遵循 OpenAI 协议的服务器，例如 llama.cpp、Ollama、vLLM 或 LM Studio。没有它，其他功能照常可用。',
  isOn: '向模型请求描述',
  place: {
    label: '由谁回答',
    explain: '本机上的模型不会向任何人发送内容。',
    server: '服务器',
    pack: (title) => `${title}，${HERE}`,
    missing: (title) => `${title}（未安装）`,
    install: '模型…',
    installExplain: '使用在那里安装的模型时，不需要服务器。',
  },
  offExplain: '已关闭：不发送任何内容。',
  onExplain: (url) => `仅在您按下“询问”时，请求才会发送到 ${url}。`,
  address: '地址',
  reach: {
    machine: '在本机上。',
    network: '在您自己的网络中。',
    public: '在公共网络中。',
    unknown: '',
  },
  addressExplain:
    '例如 http://127.0.0.1:8080/v1（llama.cpp），或端口 11434（Ollama）、8000（vLLM）、1234（LM Studio）。',
  notAgreed: '该地址不在本机上，并且您尚未同意向其发送图像。',
  agree: '同意…',
  model: '模型',
  modelExplain: '视觉语言模型，使用服务器中的名称。',
  listed: (count) => `服务器列出了 ${count} 个模型。`,
  list: '列出模型',
  listing: '正在询问服务器…',
  notListed: (reason) => `没有列表：${reason} 您可以直接输入名称。`,
  key: 'API 密钥',
  keyPlaceholder: '仅在服务器要求时填写',
  keyGiven: (origin) => `已保存 ${origin} 的密钥，由系统加密。它只会发送到该地址。`,
  keyThisRun: (origin) =>
    `${origin} 的密钥会保留到 Deltascribe 关闭为止：此系统没有密钥库。它只会发送到该地址。`,
  keyElsewhere: (origin) => `已有 ${origin} 的密钥。它不会发送到当前地址。`,
  keyNone: '无。密钥由系统的密钥库保存，不会写入项目或日志。',
  keyShow: '显示或隐藏密钥',
  keySave: '使用此密钥',
  keyForget: '删除密钥',
  seconds: '时限（秒）',
  secondsExplain: '针对一次回答。没有 GPU 时，大模型可能需要几分钟。',
  side: '图像大小（像素）',
  sideExplain: '长边。越大显示的内容越多，用时也越长。',
  instruction: '指令',
  instructionExplain: (mark) =>
    `${mark} 代表以文字表示的变化区域：什么、怎样、何处、多大。没有它则不发送这些内容。`,
  instructionReset: '使用默认指令',
  sent: {
    title: '每次询问发送的内容',
    pictures: (side) =>
      `图像对的两幅图像，JPEG 格式，长边最多 ${side} 像素，变化较小时裁剪到变化周围，区域带轮廓和编号`,
    words: '指令，以及以文字表示的区域：区域的名称，和描述中指向区域的词语',
    model: '模型的名称，以及密钥（如果有）',
    localTitle: '每次询问时模型得到的内容',
    local: (side) =>
      `模型在本机运行，不发送任何内容。它得到图像对的两幅图像，长边最多 ${side} 像素，变化较小时裁剪到变化周围，区域带轮廓和编号，以及包含区域文字的指令。`,
    nothingElse: '不包括文件名、文件夹、文件元数据或其他图像对。',
  },
  trial: {
    button: '试一试',
    explain: (host) => `就 Deltascribe 自带示例中的一个图像对询问 ${host}。`,
    running: (host) => `${host} 正在查看示例图像对…`,
    answer: '回答',
    facts: (model, url, seconds) => `${model}，${url ?? HERE}，用时 ${seconds} 秒`,
    noChange: '理解为：没有变化。',
    failed: '没有回答',
    details: (kilobytes) => `发送的内容（${spellNumber(kilobytes)} kB）`,
    before: '发送的变化前图像',
    after: '发送的变化后图像',
  },
  goesTo: (model, url) => `${model}，${url}`,
  thisMachine: HERE,
  onThisMachine: (model) => `${model}，${HERE}：不发送任何内容`,
  ask: (host) => `询问 ${host}`,
  askExplain: (model, url) =>
    `询问 ${url} 上的 ${model} 有什么变化。图像和区域会发送到那里。回答会作为描述添加，可以撤销。`,
  askLocalExplain: (model) =>
    `询问在本机运行的 ${model} 有什么变化。不发送任何内容。回答会作为描述添加，可以撤销。`,
  running: (host) => `${host} 正在查看图像对…`,
  runningForOther: (host) => `${host} 还在查看另一个图像对…`,
  elapsed: (seconds) => `${seconds} 秒`,
  cancel: '取消',
  cancelRequest: '取消询问',
  dismiss: '关闭',
  off: '描述接口已关闭。请在“设置”中打开。',
  same: (host) => `${host} 的回答与之前相同。`,
  noChange: (host, regions) => `${host} 认为没有变化，但已标出 ${regions} 个区域。`,
  elsewhere: (key, caption) => `已添加到 ${key}：“${caption}”`,
  otherFolder: (key, caption) => `${key} 的回答在打开另一个文件夹之后才到达，没有添加：“${caption}”`,
  source: (model, host) => (host === THIS_MACHINE ? `${model}，${HERE}` : `${model}，${host}`),
  label: (host) => `来自 ${host} 的描述`,
  pairs: {
    title: (count) => `为 ${spellNumber(count)} 个图像对请求描述？`,
    open: '询问未决的图像对',
    selected: (host) => `询问 ${host}`,
    explain: {
      here: '在后台逐个询问图像对。每个回答作为描述添加到已有描述之后。状态栏显示进度，也可在那里取消。',
      workers: '由工作程序询问图像对。每个回答作为描述添加到已有描述之后。状态栏显示剩余数量。',
    },
    leftOut: '不包括：已接受、已更正或已拒绝的图像对，以及已有此模型描述的图像对。',
    address: '地址',
    model: '模型',
    start: (host) => `发送到 ${host}`,
    startLocal: (model) => `询问 ${model}`,
    askWorkers: '让工作程序询问',
    asked: (added, unproposed) =>
      unproposed === 0
        ? `已请工作程序为 ${spellNumber(added)} 个图像对请求描述。`
        : `已请工作程序为 ${spellNumber(added)} 个图像对请求描述。${spellNumber(unproposed)} 个尚无建议，未请求。`,
    where: {
      title: '由谁询问',
      names: { here: '本机', workers: '工作程序' },
      explain: {
        here: 'Deltascribe 运行所在的机器。',
        workers: '以此地址和此模型启动的工作程序。',
      },
    },
    isRunning: '已经在请求描述。',
  },
}
