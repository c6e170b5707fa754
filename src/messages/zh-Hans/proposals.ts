import type { MessagesOf } from '../catalogue'
import { clause, spellingOf } from '../spelling'

const { counted, fixed, number } = spellingOf('zh-Hans')

const ABILITIES = {
  recaption: '由掩码生成描述',
  complete: '续写描述',
  remask: '标出描述所指的内容',
  agree: '判断描述与掩码是否一致',
  threshold: '以其他阈值显示掩码',
}

function taught(worlds: string): string {
  return worlds === '' ? '' : `，训练数据为 ${worlds}`
}

function tuned(parent: string): string {
  return parent === '' ? '' : `，由 ${parent} 微调得到`
}

export const providers: MessagesOf<'providers'> = {
  noneUsable: '没有计算后端通过测试；仍会尝试使用 CPU。',
  instead: ({ provider, reason, instead }) => `${provider} 无法使用（${clause(reason)}）；改用 ${instead}。`,
  cpuServes: ({ reasons }) => `使用 CPU：${reasons}。`,
  slower: ({ provider, milliseconds, cpu }) => `${provider} 较慢（${milliseconds} 毫秒，CPU 为 ${cpu} 毫秒）`,
  unusable: ({ provider, reason }) => `${provider} 无法使用（${clause(reason)}）`,
  both: ({ first, second }) => `${first}；${second}`,
  notOffered: '此平台不提供',
  noReason: '没有给出原因',
  wrongAnswer: ({ by }) => `结果误差为 ${by}`,
  broken: ({ provider, reason }) => `${provider} 无法使用：${reason}`,
}

export const proposals: MessagesOf<'proposals'> = {
  difference: '对齐两幅图像，均衡光照，并标出仍然不同之处。无需训练；描述只说明测量到的内容。',
  outlines:
    '与测量差异相同，然后由 Segment Anything 2 找出不同的物体：掩码贴合其轮廓，并说明出现、消失或移动了什么。',
  network: '用别处得到的网络（ONNX 文件）分割变化。',
  ccrc: '检测变化区域，由其解码出描述，并对两者进行细化（CCRC）。',
  davir: '分割变化，为其检索名称，并以名称为提示解码出描述（DAVIR）。',
  rdd: '将差异归结为实体和动作，并由其解码出描述（RDD+ACR）。',
  procap: '将变化建模为两帧之间的过程，并由其解码出描述（ProCap）。',
  cheers: '检索物体的名称，并由名称和差异解码出描述（CHEERS）。',
  photo: '利用检测器的特征，分割任意大小照片中的变化（照片版 CCRC）。',
  shipped: ({ summary, worlds, parent }) =>
    `${summary}随 Deltascribe 提供${taught(worlds)}${tuned(parent)}。`,
  liesIn: ({ summary, folder, worlds, parent }) =>
    `${summary}位于 ${folder}${taught(worlds)}${tuned(parent)}。`,
  unknownFamily: ({ family }) => `它属于 ${family} 系列，此版本的 Deltascribe 不认识该系列`,
  needsDetector: '它需要名称检测器的特征，而此程序没有该检测器',
  noModelOfThisName: '没有这个名称的模型',
  noneOfThisName: '没有这个名称的建议方法',
  notLookedFor: '尚未查找',
  packMissing: ({ pack }) => `附加模型 ${pack} 没有安装`,
  packNeeded: ({ pack }) =>
    `单击分割需要附加模型 ${pack}。请在“模型”中安装，或使用“deltascribe models add ${pack}”。`,
  instead: ({ name, reason, instead }) => `${name} 无法使用：${clause(reason)}。改用 ${instead}。`,
  unusable: ({ name, reason }) => `无法用 ${name} 生成建议：${clause(reason)}。`,
  needsModel: ({ reason }) => `这需要一个模型。${clause(reason)}。`,
  modelUnusable: ({ name, reason }) => `${name} 无法使用：${clause(reason)}`,
  noneIn: ({ shipped, user }) => `${shipped} 和 ${user} 中都没有模型`,
  noneCan: ({ ability }) => `现有的模型都不能${ABILITIES[ability]}`,
  cannot: ({ title, ability }) => `使用中的模型 ${title} 不能${ABILITIES[ability]}。请启用一个可以的模型。`,
  broke: ({ name, provider, reason }) => `${name} 在 ${provider} 上运行出错：${reason}`,
  modelFailed: ({ provider, folder, reason }) => `${provider} 无法运行 ${folder} 中的模型：${reason}`,
  none: ({ key, reason }) => `${key} 没有建议：${reason}`,
  stopped: ({ reason }) => `已停止生成建议。${reason}`,
  wait: ({ reason }) => `建议正在等待。${reason}`,
  missing: ({ id }) => `没有建议 ${id}。`,
  notOfPair: '此图像对没有这个建议。',
  nothingToTake: ({ remarks }) => `没有可采用的内容：${remarks}`,
  inParts: ({ count }) => `图像太大，无法整体比较：已以原始分辨率分 ${number(count)} 块进行比较。`,
  littleInCommon: '两幅图像的视角共同之处很少，无法对齐；已按原样比较。',
  shifted: '视角似乎略有偏移，无法对齐；边缘可能被标为变化。',
  alignmentLeftOut: '视角似乎有移动，但对齐后差异更多；已按原样比较。',
  aligned: ({ pixels }) => `视角移动了最多 ${pixels} 像素，已对齐。`,
  joined: ({ count, thing }) =>
    `${counted(count, { other: '个区域' })}已合并为一个：它们属于同一个物体（${thing}）。`,
  joinedUnnamed: ({ count }) => `${counted(count, { other: '个区域' })}已合并为一个：它们属于同一个物体。`,
  divided: ({ count }) => `一个区域已被划分：其中有${counted(count, { other: '个物体' })}。`,
  readFrom: ({ path }) => `读取自 ${path}。`,
  captionTooLong: ({ count, most }) =>
    `描述有 ${counted(count, { other: '个字符' })}，已排除：请缩短到 ${counted(most, { other: '个字符' })}以内。`,
  bestThreshold: ({ count }) => `根据您审核的 ${count} 个图像对：在此文件夹中，模型自身的阈值最好。`,
  foundThreshold: ({ count, threshold }) =>
    `根据您审核的 ${count} 个图像对：在此文件夹中，概率达到 ${fixed(threshold, 2)} 的像素视为变化。`,
  cutAnew: '无人处理过的图像对将重新得到掩码。',
  notCutAnew: '要让某个图像对重新得到掩码，请为它重新生成建议。',
}

export const naming: MessagesOf<'naming'> = {
  noDetector: '此程序没有附带用于命名的检测器。',
  off: '变化命名已关闭，或没有其检测器（设置，名称）。',
  notLearned: '示例没有学会。',
  failed: ({ reason }) => `无法命名：${reason}`,
  failedOn: ({ provider, reason }) => `无法在 ${provider} 上命名：${reason}`,
  nothingNamed: ({ reason }) => `没有命名任何内容：${reason}`,
  notRemembered: ({ reason }) => `区域的名称没有记住：${reason}`,
}
