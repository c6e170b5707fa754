/** A synthetic pair of aerial-like images: fields, a road and houses, some of which appear and vanish. */
export interface SceneObject {
  id: string
  category: string
  status: 'proposed' | 'accepted' | 'rejected'
  shape: 'box' | 'disc'
  /** Shares of the image's width and height. */
  x: number
  y: number
  radius: number
  isIn: 'before' | 'after' | 'both'
  color: readonly [number, number, number]
}

export const objects: readonly SceneObject[] = [
  sceneObject('house', 'appeared', 'accepted', 'box', 0.3, 0.32, 0.06, 'after', [196, 188, 176]),
  sceneObject('barn', 'appeared', 'proposed', 'box', 0.62, 0.26, 0.045, 'after', [150, 84, 70]),
  sceneObject('pond', 'vanished', 'proposed', 'disc', 0.74, 0.66, 0.07, 'before', [58, 92, 108]),
  sceneObject('car', 'moved', 'proposed', 'box', 0.47, 0.52, 0.012, 'after', [214, 214, 220]),
  sceneObject('tree', 'darker', 'rejected', 'disc', 0.2, 0.72, 0.035, 'after', [48, 74, 44]),
  sceneObject('shed', 'change', 'accepted', 'box', 0.85, 0.38, 0.02, 'both', [120, 120, 124]),
]

function sceneObject(
  id: string,
  category: string,
  status: SceneObject['status'],
  shape: SceneObject['shape'],
  x: number,
  y: number,
  radius: number,
  isIn: SceneObject['isIn'],
  color: SceneObject['color'],
): SceneObject {
  return { id, category, status, shape, x, y, radius, isIn, color }
}

/** Pixels of a side. In larger images the things lie in a part of this size in the middle, so that they stay as large. */
export const LARGEST_SIDE = 4096

/** Pixels. */
export function isInObject(item: SceneObject, x: number, y: number, width: number, height: number): boolean {
  const [across, down] = [Math.min(width, LARGEST_SIDE), Math.min(height, LARGEST_SIDE)]
  const dx = x + 0.5 - item.x * across - (width - across) / 2
  const dy = y + 0.5 - item.y * down - (height - down) / 2
  const radius = item.radius * Math.min(across, down)
  return item.shape === 'disc'
    ? dx * dx + dy * dy <= radius * radius
    : Math.abs(dx) <= radius * 1.4 && Math.abs(dy) <= radius
}
