/** Bytes of pixels [h, w, 3] to planes of -0.5 to 0.5 [3, h, w]. */
export function writeFrame(out: Float32Array, pixels: Uint8Array): void {
  const area = pixels.length / 3
  for (let channel = 0; channel < 3; channel += 1) {
    for (let at = 0; at < area; at += 1) {
      out[channel * area + at] = pixels[3 * at + channel] / 255 - 0.5
    }
  }
}
