import type { MessagesOf } from '../catalogue'

export const georeference: MessagesOf<'georeference'> = {
  unusable: ({ reason }) => `其地理参考无法使用：${reason}`,
  none: '其图像没有地理参考',
  matrix: ({ count }) => `其变换有 ${count} 个数，而不是 16 个。`,
  controlPoints: '它只有控制点，没有比例：请先将它配准到地图上，例如使用 gdalwarp。',
  tiePoints: '其比例和连接点缺少所需的数值。',
  scale: '其比例为零或不是数字，因此像素没有位置。',
  turned: '其方向标记使图像旋转，而地理参考针对的是存储时的图像。',
  worldFileSize: ({ bytes }) => `旁边的坐标文件有 ${bytes} 字节：它不是坐标文件。`,
  projectionFileSize: ({ bytes }) => `旁边的投影文件有 ${bytes} 字节：它不是投影文件。`,
  worldFile: '旁边的坐标文件没有六个数值。',
  projectionFile: '旁边的投影文件无法识别。',
}
