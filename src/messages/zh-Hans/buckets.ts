import type { MessagesOf } from '../catalogue'

export const buckets: MessagesOf<'buckets'> = {
  noAddress: ({ address }) => `${address} 不是存储桶的地址：请写成 s3://存储桶 或 s3://存储桶/文件夹`,
  noBucket: ({ bucket }) => `没有存储桶 ${bucket}：请检查其名称和端点（AWS_ENDPOINT_URL_S3）`,
  noCredentials: '没有存储桶的凭证：请设置 AWS_ACCESS_KEY_ID 和 AWS_SECRET_ACCESS_KEY，或者 AWS_PROFILE',
  otherRegion: ({ bucket }) => `存储桶 ${bucket} 在另一个区域：请指定它的区域，或设置 AWS_REGION`,
  refused: ({ bucket, code }) => `没有读取存储桶 ${bucket} 的权限（${code}）：请检查凭证及其权限`,
  objectRefused: ({ name, code }) => `没有在存储桶中读取 ${name} 的权限（${code}）：请检查凭证及其权限`,
  away: ({ bucket, code }) => `无法连接存储桶 ${bucket}（${code}）：请稍后重试`,
  damaged: ({ name }) => `${name} 多次从存储桶传来时不完整或已损坏：请重新上传`,
  listBroken: ({ address }) =>
    `${address} 的列表不完整：服务器没有说明后续内容在哪里。请重试，或询问服务器的管理者`,
  tooMany: ({ address }) => `${address} 包含超过两百万个对象：请指定单个数据集的文件夹`,
  notGiven: ({ path, address }) => `${path} 的图像在存储桶 ${address} 中：请用该地址打开`,
  noEndpoint: '端点不是服务器的地址：请写成 https://主机',
  noRegion: ({ region }) => `${region} 不是区域的名称：请写成 eu-central-1 这样的形式`,
  stopped: '已停止列出存储桶。',
  notInTeam: '团队服务器不会打开其他存储桶：请用该存储桶的地址启动它。',
  noImportInTeam: '团队服务器不会从存储桶读取数据集：请在命令行中导入。',
  serverNotNamed: ({ origin }) =>
    `没有访问 ${origin}，因为启动 serve 时没有指定它：请加上 --allow-endpoint ${origin}，或设置 AWS_ENDPOINT_URL_S3。`,
  serverNotAllowed: ({ origin }) => `没有访问 ${origin}，因为您没有允许。`,
  otherMark: ({ path, address }) => `${path} 是 ${address} 的文件夹：请用 --project 指定另一个`,
  notEmpty: ({ path }) => `${path} 中有其他文件：请用 --project 指定新的或空的文件夹`,
  targetNotEmpty: ({ address }) => `${address} 不是空的：请为数据集指定单独的位置`,
  targetHasOthers: ({ address, name }) =>
    `${address} 中有中断的上传留下的内容，还有不属于该数据集的 ${name}：请清除其中的内容，或指定其他位置`,
  isPartial: ({ address }) => `${address} 不完整：上传仍在进行或已中断。请再次导出到同一位置`,
  mayNotBeWritten: ({ bucket }) => `没有写入存储桶 ${bucket} 的权限：请检查凭证及其权限`,
  fileTooLarge: ({ name }) => `${name} 超过 5 GiB，存储桶无法一次接收`,
}
