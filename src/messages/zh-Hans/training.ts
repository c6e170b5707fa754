import type { MessagesOf } from '../catalogue'
import { clause, spellingOf } from '../spelling'

const { fixed, number } = spellingOf('zh-Hans')

const METRICS = {
  'mask-iou': '掩码重叠（IoU）',
  'cider-d': '描述得分（CIDEr-D）',
  'change-accuracy': '有无变化',
}

const STATES: Readonly<Record<string, string>> = {
  running: '正在进行',
  done: '已完成',
  failed: '已失败',
  cancelled: '已取消',
  paused: '已暂停',
  interrupted: '已中断',
}

export const shortages: MessagesOf<'shortages'> = {
  noModel: ({ reason }) => `没有起始模型：${clause(reason)}。`,
  noneTrainable: '没有可训练的模型',
  noneNamed: ({ name }) => `没有名为 ${name} 的模型`,
  unknownFamily: ({ id, family }) => `${id} 属于 ${family} 系列，此 Deltascribe 不认识该系列`,
  tooFew: '至少需要两个审核过的图像对，一个用于学习，一个用于评分。请审核更多图像对。',
  allHeldOut:
    '这些图像对或其同组的图像对都已被先前的运行留出，并保持不变：没有剩下可用于学习的。请选择或审核更多图像对。',
  allTrained:
    '先前的运行已用这些图像对或其同组的图像对学习过：没有剩下可用于评分的。请选择或审核更多图像对。',
  fewPairs: ({ count, most }) => `有 ${number(count)} 个图像对用于学习：${most} 个或更多才可能有帮助。`,
  oneGroup: '所有图像对共用同一帧、同一序列或同一视角，因此两边都有这样的图像对：结论只适用于这些视角。',
  fewHeldOut: ({ count }) => `有 ${number(count)} 个图像对用于评分：结论会是“无法判断”。`,
  fewOwnMasks: '带有其他掩码、可供评判的留出图像对太少：请在更多图像对中修改或绘制掩码。',
  noRegion: '没有图像对带有区域：无法学习掩码。请在一些图像对中标出变化。',
  unmarked: ({ count }) =>
    `${number(count)} 个图像对没有区域，也没有明确表示无变化的描述：那里不会学习有无变化及其位置。请标出变化，或写上“no change”。`,
  noUnchanged: '没有已知无变化的图像对：模型可能会处处看到变化。请接受一些没有变化的图像对。',
  noCaption: '没有图像对带有描述：只会学习掩码。',
  noCategories: ({ title }) => `${title} 只标出变化，不区分变化的种类：不学习类别，类别保留在您的图像对中。`,
  masksAlone: ({ title, instead }) =>
    `${title} 只学习掩码：不学习类别和描述，它们保留在您的图像对中。要学习描述，请以 ${instead} 作为起始模型。`,
  rare: ({ count, names }) => `出现在不到 ${count} 个图像对中，因此几乎学不到：${names}。`,
  splitEstimated:
    '划分是估计值：图像对太多时，只有在运行开始时才查找看起来相同的图像对，届时它们会归在一起。',
  bothSides:
    '先前的运行用同组的一个图像对学习，又留出了另一个，因此它不属于任何一边。换一种分组方式也许可以使用它。',
  otherSize: '有掩码的大小与图像不同。',
  damagedWork: '已保存的工作损坏。',
  tooLittle: '可供学习的内容太少。',
}

export const verdict: MessagesOf<'verdict'> = {
  better: ({ count, figures }) => `在 ${number(count)} 个留出的图像对上，新模型更好：${figures}。`,
  worse: ({ count, figures }) =>
    `在 ${number(count)} 个留出的图像对上，新模型更差：${figures}。请保留现有模型。`,
  mixed: ({ figures }) => `无法判断新模型是否更好：它有些方面更好，有些方面更差（${figures}）。`,
  tooFew: ({ count, figures }) =>
    `无法判断新模型是否更好：${number(count)} 个留出的图像对太少，不能确定（${figures}）。`,
  nothingToJudge:
    '无法判断新模型是否更好：没有留出的图像对带有由人修改或绘制、可供评判的掩码。请在更多图像对中修改或绘制掩码。',
  forgets: ({ figures }) =>
    `无法判断新模型是否更好：它在更正过的图像对上更好（${figures}），但漏掉了更多原本正确的图像对。请逐对查看。`,
  favoured: ({ count, total, model }) =>
    `${number(total)} 个留出的图像对中，有 ${number(count)} 个按 ${model} 的提议原样接受：它们偏向该模型，其掩码不计入得分。`,
  kept: ({ kept }) => `新模型标注相同的：${number(kept)} 个。`,
  figure: ({ metric, before, after }) =>
    `${METRICS[metric]}：之前 ${fixed(before, 2)}，之后 ${fixed(after, 2)}`,
  figures: ({ first, second }) => `${first}；${second}`,
}

export const training: MessagesOf<'training'> = {
  starting: '正在启动',
  resuming: '正在继续',
  cropping: '正在裁剪图像对',
  measuring: '正在测量一步',
  running: '正在训练',
  comparing: '正在比较两个模型',
  saving: '正在保存模型',
  progress: ({ phase, done, total }) => `${phase}：${number(done)} / ${number(total)}`,
  pausing: '在这一步之后暂停',
  paused: '已暂停。',
  done: '已完成。',
  cancelled: '已取消。其权重已删除。',
  interrupted: '运行已中断。请继续，从最后的检查点开始。',
  elsewhere: '另一个程序正在训练此运行。',
  heldElsewhere: '另一个程序正在训练此运行：请在那里暂停它，或等它结束。',
  runIsRunning: '此运行正在进行：请先取消它。',
  otherIsRunning: '有训练正在进行：请先暂停或取消它。',
  stoppedBefore: '运行在开始之前被停止。',
  closedBefore: '文件夹在运行开始之前被关闭。',
  startNew: ({ state }) => `此运行${STATES[state] ?? state}：请新建运行。`,
  none: '没有这个训练运行。',
  noneHere: ({ id }) => `此项目中没有训练运行 ${id}。`,
  leftAsItIs: ({ path, reason }) => `无法写入 ${path}（${clause(reason)}），因此运行保持原样。`,
  notCompared: '没有在此图像对上比较两个模型。',
  onWorker: ({ machine }) => `正在 ${machine} 上训练。`,
  waitsForWorker: '正在等待工作程序',
  bringing: '正在取回模型',
  workersForgot: '工作程序已不知道此次训练。请继续以重新提出。',
  workersGaveUp: ({ reason }) => `工作程序已放弃此次训练：${clause(reason)}。`,
  wrongResult: ({ path }) => `工作程序发来的内容已损坏（${path}），未被采用。`,
  trainingBy: ({ provider }) => `在 ${provider} 上训练。`,
  goesOnAfter: ({ reason }) => `${reason}运行从最后的检查点起在 CPU 上继续。`,
  processEnded: ({ provider }) => `${provider} 训练时训练进程结束。运行从最后的检查点起在 CPU 上继续。`,
  trying: ({ provider }) => `正在 ${provider} 上试几步`,
  cpuAlone: ({ rate, provider, reason }) =>
    `在 CPU 上训练，每秒 ${rate} 个图像对：${provider} 无法在此训练。${reason}`,
  otherLoss: ({ rate, provider }) => `在 CPU 上训练，每秒 ${rate} 个图像对：${provider} 得出不同的损失。`,
  trialEnded: '其进程已结束，或用时过长。',
  byDevice: ({ rate, provider, factor }) =>
    `在 ${provider} 上训练，每秒 ${rate} 个图像对。CPU 用时将是它的 ${factor} 倍。`,
  byCpu: ({ rate, provider, factor }) =>
    `在 CPU 上训练，每秒 ${rate} 个图像对：${provider} 用时将是它的 ${factor} 倍。`,
  deviceFailed: ({ provider, reason }) => `在 ${provider} 上训练失败：${clause(reason)}。`,
  deviceSilent: ({ minutes }) => `已有 ${minutes} 分钟没有应答`,
  lossNotANumber: ({ step }) => `第 ${step} 步之后损失不是数字`,
  notANumber: ({ step }) => `第 ${step} 步之后损失不是数字：请选择较低的学习率。`,
  gone: ({ path }) => `${path} 已不存在：请新建运行。`,
  goneResume: ({ path }) => `${path} 已不存在：请继续运行。`,
  truncated: ({ path }) => `${path} 已不存在或被截断：请新建运行。`,
  cannotBeRead: ({ path }) => `无法读取 ${path}：请新建运行。`,
  damaged: ({ path }) => `${path} 已损坏：请新建运行。`,
  putBack: ({ reason }) => `${clause(reason)}。请放回文件并继续。`,
  putBackOrNew: ({ reason }) => `${clause(reason)}。请放回文件并继续，或不用此图像对新建运行。`,
  pairUnusable: ({ key, reason }) => `${key} 不能用于训练：${clause(reason)}。`,
  brokeDown: ({ reason }) => `训练中止：${clause(reason)}。可以继续。`,
  diskFull: ({ path }) => `磁盘已满：无法写入 ${path}。最后的检查点已保留：请腾出空间后继续。`,
  cannotBeUsed: ({ path, code }) => `无法读写 ${path}（${code}）。最后的检查点已保留：请解决问题后继续。`,
  aFile: '训练运行的某个文件',
  checkpointUnreadable: ({ path, reason }) => `无法读取 ${path}：${reason}`,
  checkpointChanged: ({ path }) => `${path} 在写入之后被更改；请从更早的检查点继续`,
  trainerStopped: ({ command }) => `训练程序在开始之前被停止：${command}`,
  trainerGaveUp: ({ reason }) => `训练程序放弃了：${reason}`,
  trainerEnded: ({ code, command }) => `训练程序以代码 ${code} 结束：${command}`,
  trainerKilled: ({ signal, command }) => `训练程序被信号 ${signal} 终止：${command}`,
  trainerNoModel: ({ command }) => `训练程序没有报告模型（没有“done”行）：${command}`,
}
