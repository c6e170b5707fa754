import type { MessagesOf } from '../catalogue'
import { clause, spellingOf } from '../spelling'

const { number } = spellingOf('zh-Hans')

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
  polygonsOutside: ({ count }) => `略去了 ${number(count)} 个多边形：其中有顶点在图像的坐标系中没有位置。`,
  polygonOnNoPair: '它不在项目的任何带地理参考的图像对上。',
  polygonTooSmall: '它位于一个图像对上，但太小或太窄，没有覆盖任何像素的中心。',
}

const FRAMES = { before: '变化前', after: '变化后' }

export const overlay: MessagesOf<'overlay'> = {
  laid: ({ before, after, shown, percent }) =>
    `已按地图叠放：变化前每像素 ${number(before)} 米，变化后 ${number(after)} 米，显示为 ${number(shown)} 米。重叠部分占变化后图像的 ${number(percent)} %。`,
  laidInUnits: ({ before, after, shown, percent }) =>
    `已按地图叠放，地图单位未知：变化前每像素 ${before} 个单位，变化后 ${after} 个，显示为 ${shown} 个。重叠部分占变化后图像的 ${number(percent)} %。`,
  coarser: ({ width, height }) => `若用较细的像素，图像将有 ${width} x ${height} 像素，数量过多。`,
  approximate: '两者基准面之间的偏移只是近似值：位置可能相差数米。',
  bySize: ({ beforeWidth, beforeHeight, width, height }) =>
    `两幅图像大小不同而形状相同：变化前已从 ${beforeWidth} x ${beforeHeight} 调整为 ${width} x ${height} 像素。`,
  asTheyAre: ({ reason }) => `两幅图像大小相同，因此逐像素比较；无法按地图叠放：${clause(reason)}。`,
  unplaced: ({ frame }) => `${FRAMES[frame]}图像没有地理参考`,
  unusable: ({ frame, reason }) => `${FRAMES[frame]}图像的地理参考无法使用：${clause(reason)}`,
  otherSystem: '两者的坐标系并非都已知',
  notConvertible: '两者的坐标系在该处无法相互转换',
  antimeridian: '它们位于 180 度经线或极点附近，且在该处的切分方式不同',
  tooFine: '像素小于其坐标所能表示的精度',
  none: '它们在地图上没有重叠',
  lessThanPixel: '它们在地图上的重叠不足一个像素',
  tooManyPixels: ({ width, height }) => `合在一起将有 ${width} x ${height} 像素，数量过多`,
}
