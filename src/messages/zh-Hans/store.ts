import type { MessagesOf } from '../catalogue'
import { clause } from '../spelling'

export const store: MessagesOf<'store'> = {
  diskFull: ({ path }) => `${path} 所在的磁盘已满，因此没有保存：请腾出空间后重试。`,
  busy: '另一个程序正在写入此项目。请等它完成后重试。',
  damaged: ({ path, reason }) =>
    `项目存储 ${path} 已损坏：${clause(reason)}。请放回此文件的副本，或将它移走以重新开始。`,
  cannotBeOpened: ({ path, reason }) =>
    `无法打开项目存储 ${path}：${clause(reason)}。请放回此文件的副本，或将它移走以重新开始。`,
  cannotBeUsed: ({ path, reason }) =>
    `无法读写项目存储 ${path}：${clause(reason)}。请检查其磁盘并重新打开文件夹。`,
  lookingOnly: '此项目仅以查看方式打开，因此没有保存任何内容。',
  older: ({ path }) =>
    `${path} 由旧版 Deltascribe 建立，或正在建立。请先以编辑方式打开：在占用它的程序中关闭它，然后在此重新打开。`,
  newer: ({ path }) => `${path} 由更新版本的 Deltascribe 建立。请更新此程序后再打开。`,
  notCopied: ({ from, to, reason }) => `无法将 ${from} 中的工作复制到 ${to}：${clause(reason)}。`,
  gone: ({ path }) =>
    `${path} 已不存在：其文件夹被删除或移动，或其磁盘已取出。因此没有保存。请将它放回原处后重试。`,
  logGone: ({ path }) =>
    `${path} 已不存在：其文件夹被删除或移动，或其磁盘已取出。因此没有保存。请将它放回原处或重新打开文件夹，然后重试。`,
  otherFile: ({ path }) =>
    `${path} 不是之前打开的那个文件。因此没有保存。请放回原来的文件后重试，或重新打开文件夹以使用当前文件。`,
  cannotBeReached: ({ path, reason }) => `无法访问 ${path}（${reason}）。因此没有保存。请检查其磁盘后重试。`,
  held: ({ who }) => `${who}正在编辑此项目。请在那里关闭它，然后重试。`,
  heldNothingChanged: ({ who }) =>
    `${who}正在编辑此项目，因此这里没有更改任何内容。请在那里关闭它，然后按“打开以编辑”。`,
  releasedNothingChanged: '此项目仅以查看方式打开，因此没有更改任何内容：请先按“打开以编辑”。',
  anotherProgram: '另一个程序',
  holder: ({ program, pid, host, time }) => `“${program}”（${host} 上的进程 ${pid}，自 ${time} 起）`,
  noLocks: ({ path, reason }) =>
    `无法锁定 ${path} 中的文件（${reason}），因此无法发现另一个程序打开此项目：请一次只在一个程序中打开。`,
  otherWork: ({ path }) => `此文件夹在 ${path} 中有其他工作，来自文件夹无法写入的时候。这里不显示它。`,
  liesElsewhere: ({ path }) => `您在此文件夹的工作位于 ${path}，来自文件夹无法写入的时候，并在那里继续。`,
  keptIn: ({ path }) => `此文件夹无法写入，因此您的工作保存在 ${path}。`,
  keptInOther: ({ path, other }) =>
    `此文件夹无法写入，因此您的工作保存在 ${path}。${other} 中的内容不在这里显示。`,
  copiedFrom: ({ path, from }) => `此文件夹无法写入，因此您的工作已从 ${from} 复制到 ${path}，并在那里继续。`,
  noBackupBefore: ({ reason }) => `项目已更新到新格式，但没有备份原来的状态：${clause(reason)}。`,
  noBackupToday: ({ reason }) => `无法建立此项目今天的备份：${clause(reason)}。您的工作会继续。`,
  noSuchBackup: ({ name, folder }) => `${folder} 中没有备份“${name}”。`,
  backupUnreadable: ({ reason }) => `无法读取：${clause(reason)}。`,
  backupDamaged: ({ path, reason }) => `${path} 已损坏（${reason}）。没有更改任何内容：请选择其他备份。`,
  notRestored: ({ path, reason }) =>
    `无法用备份替换 ${path}（${clause(reason)}）。项目保持原样。请腾出空间，关闭正在显示它的其他程序，然后重试。`,
  copyFailed: ({ path, reason }) => `无法将您的工作的副本写入 ${path}：${clause(reason)}。请选择其他位置。`,
  nothingToCopy: '项目中没有可读取的内容，屏幕上也没有图像对',
  onlyPairSaved: '已保存的项目完全无法读取：只保存了屏幕上的图像对。请导入该文件夹以继续工作。',
  recentNotStored: ({ reason }) => `无法保存最近项目的列表：${clause(reason)}。`,
  userFolder: ({ path, code }) =>
    `无法建立文件夹 ${path}（${code}）。请在环境变量 DELTASCRIBE_HOME 中指定另一个存放设置的文件夹。`,
  sampleCopy: ({ path }) => `示例保持原样：您在 ${path} 中的副本上工作。`,
  sampleCopyOfOther: ({ path, earlier }) =>
    `示例保持原样：您在 ${path} 中的副本上工作。${earlier} 中先前的工作不显示。`,
  noDatabaseUrl:
    '这不是 PostgreSQL 数据库的地址：请写 postgres://用户@主机/数据库，有多个项目时在后面加 ?schema=名称。',
  databaseAway: ({ reason }) =>
    `无法连接数据库：${clause(reason)}。最后的操作没有保存。请在数据库恢复后重试。`,
  openedOnceThere: '可以连接到数据库后，将自动打开文件夹。',
  noAnswer: '没有应答',
  refused: ({ reason }) => `数据库没有接受这一操作：${clause(reason)}。`,
  notEmpty: '那里已经有图像对：请指定另一个 schema 或另一个文件夹。',
  notTheSame: ({ table }) =>
    `副本不一致（${table}），因此没有保留任何内容。请关闭打开该项目的其他程序，然后重试。`,
}
