const bandRows = 64

/**
 * A smaller copy, `halvings` times half the size, made a band at a time so that no single task takes long:
 * the resizing that `createImageBitmap` offers runs on the main thread in one piece.
 */
export async function makeOverview(full: ImageBitmap, halvings: number): Promise<ImageBitmap> {
  const width = Math.max(1, full.width >> halvings)
  const height = Math.max(1, full.height >> halvings)
  const overview = new OffscreenCanvas(width, height)
  for (let top = 0; top < height; top += bandRows) {
    drawBand(full, overview, halvings, top, Math.min(bandRows, height - top))
    await pause()
  }
  return overview.transferToImageBitmap()
}

/** Half by half: a smooth draw at half the size averages 2 x 2 pixels and leaves none out. */
function drawBand(
  full: ImageBitmap,
  overview: OffscreenCanvas,
  halvings: number,
  top: number,
  rows: number,
): void {
  const down = full.height / overview.height
  let source: ImageBitmap | OffscreenCanvas = full
  let from = { y: top * down, width: full.width, height: rows * down }
  for (let left = halvings - 1; left >= 0; left -= 1) {
    const size = { width: overview.width << left, height: rows << left }
    const target = left === 0 ? overview : new OffscreenCanvas(size.width, size.height)
    const at = left === 0 ? top : 0
    target
      .getContext('2d')
      ?.drawImage(source, 0, from.y, from.width, from.height, 0, at, size.width, size.height)
    source = target
    from = { y: 0, ...size }
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
