import { clause } from '../spelling'
import type { MessagesOf } from '../catalogue'

/** 由工作程序从项目数据库中领取的提议。 */
export const workers: MessagesOf<'workers'> = {
  needsDatabase:
    '工作程序从 PostgreSQL 数据库领取任务，而此项目存放在文件中。请先迁移：deltascribe project move。',
  imagesMissing: ({ path }) => `工作程序找不到 ${path}。请用 --images 和其机器上的图像文件夹启动它。`,
  lacksPair: ({ key }) => `项目中已没有图像对 ${key}。`,
  unknownJob: '这是另一个版本的 Deltascribe 提出的请求。请重新提出。',
  lacksProposer: ({ name }) => `工作程序没有所要求的 ${name}。`,
  noneTrains: '没有能训练的工作程序。请启动一个：deltascribe worker --database URL。或在本机训练。',
  noneHasModel: ({ name }) =>
    `能训练的工作程序都没有 ${name}。请用 models export 和 models import 带过去，然后重新启动工作程序。`,
  noneExports:
    '没有接受导出的工作程序。请启动一个：deltascribe worker --database URL --exports DIR。或在本机导出。',
  exportWaits: ({ out }) => `已提出导出到 ${out}，正在等待工作程序。`,
  exportOutside: ({ out }) => `${out} 超出了工作程序用于导出的文件夹。请指定其中的路径。`,
  exportThere: ({ out }) => `${out} 中已有数据集。请指定其他位置。`,
  noneCaptions:
    '没有能获取描述的工作程序。请启动一个：deltascribe worker --database URL --captions SERVER --caption-model NAME。或从本机询问。',
  captionsNeedServer: '工作程序询问的是服务器，而设置中指定的是本机上的模型。',
  proposeFirst: '此图像对还没有建议，而问题针对其区域。请先生成建议。',
  stopped: '工作程序已停止。另一个工作程序会继续。',
  noImages: ({ reason }) => `无法从服务器获取图像：${clause(reason)}。`,
}
