import type { MessagesOf } from '../catalogue'

export const roles: MessagesOf<'roles'> = {
  viewer: '查看者',
  reviewer: '审核者',
  adjudicator: '裁定者',
  owner: '所有者',
}

export const team: MessagesOf<'team'> = {
  forbidden: ({ role, least }) => `您的角色（${role}）不能这样做：需要“${least}”角色。没有任何更改。`,
  ownName: '您的姓名就是登录时用的姓名，不能在这里更改。',
  otherName: '编辑只能记在做这次编辑的人名下。',
  othersWork: ({ names }) =>
    `文件夹保持打开：${names} 也在这里使用它。一个服务器对所有人只打开一个文件夹。请在他们离开后再打开其他文件夹，或为它另外启动一个服务器。`,
  title: '登录',
  name: '姓名',
  password: '密码',
  signIn: '登录',
  signedOut: '您已退出登录。',
  wrong: '姓名或密码不正确。',
  disabled: '此账户已停用。请联系管理此服务器的人。',
  wait: ({ seconds }) => `密码错误次数过多。请在 ${seconds} 秒后再试。`,
  busy: '现在有很多人正在登录。请稍后再试。',
  otherSite: '这不是从本服务器的登录页面发出的。请打开该页面再试。',
  unreadable: '无法读取表单。请再试一次。',
  databaseAway: '无法连接数据库，现在没有人能登录。请在它恢复后再试。',
}

export const reviews: MessagesOf<'reviews'> = {
  notAllIn: ({ decided, wanted }) =>
    `此图像对的 ${wanted} 份盲审中已有 ${decided} 份作出决定。在全部完成之前，任何人都看不到他人的盲审，图像对本身也不能更改。`,
  adjudicated: '此图像对已裁定，您的审核不能再更改。',
  full: ({ wanted }) => `已有 ${wanted} 人审核此图像对，不需要更多。请转到下一个。`,
  none: ({ name }) => `没有 ${name} 对此图像对的审核。`,
  goldUndecided: ({ key }) => `${key} 尚未作出决定：请先作出决定，因为审核将以其自身的文档评分。`,
  notCarried: '盲审的区域不会带到其他日期。',
}
