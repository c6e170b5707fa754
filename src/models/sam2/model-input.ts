import type { Raster } from '../../images/raster'
import { stretch } from '../../images/stretch'

/** ImageNet's, of RGB in 0 to 1 (facebookresearch/sam2, sam2/utils/transforms.py). */
const mean = [0.485, 0.456, 0.406]
const deviation = [0.229, 0.224, 0.225]

/** The image as the encoder takes it: [1, 3, side, side], stretched to the square. */
export async function modelInput(image: Raster, side: number): Promise<Float32Array> {
  const rgba = await stretch(image, side, side)
  const plane = side * side
  const values = new Float32Array(3 * plane)
  for (let channel = 0; channel < 3; channel += 1) {
    const scale = 1 / (255 * deviation[channel])
    const shift = mean[channel] / deviation[channel]
    for (let at = 0, from = channel; at < plane; at += 1, from += 4) {
      values[channel * plane + at] = rgba[from] * scale - shift
    }
  }
  return values
}
