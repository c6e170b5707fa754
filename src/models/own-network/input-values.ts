import type { NetworkManifest } from '../../packages/network-manifest'

type Preparation = Pick<NetworkManifest['inputs'], 'layout' | 'range' | 'mean' | 'deviation' | 'channels'>

/**
 * Values of one input: (pixel in `range` - mean) / deviation.
 * @param frames three bytes a pixel, RGB; of several, the channels of the first come first
 */
export function writeInput(
  frames: readonly Uint8Array[],
  { layout, range, mean, deviation, channels }: Preparation,
): Float32Array {
  const area = frames[0].length / 3
  const total = 3 * frames.length
  const values = new Float32Array(total * area)
  const [pixelStep, channelStep] = layout === 'NCHW' ? [1, area] : [total, 1]
  frames.forEach((pixels, frame) => {
    for (let channel = 0; channel < 3; channel += 1) {
      const source = channels === 'RGB' ? channel : 2 - channel
      const scale = range[1] / 255 / deviation[channel]
      const shift = mean[channel] / deviation[channel]
      const start = (3 * frame + channel) * channelStep
      for (let at = 0; at < area; at += 1) {
        values[start + at * pixelStep] = pixels[3 * at + source] * scale - shift
      }
    }
  })
  return values
}
