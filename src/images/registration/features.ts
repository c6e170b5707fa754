import type { Homography } from '../../domain/pair'
import { createRequire } from 'node:module'

interface GreyPlane {
  width: number
  height: number
  data: Uint8Array
}

const FEATURES = 2000
const RANSAC_PIXELS = 3
const LEAST_INLIERS = 15

interface FeatureMatch {
  homography: Homography
  inliers: number
  matches: number
}

/** ORB features, brute-force matches that hold both ways, homography by RANSAC. Null where too few agree. */
export async function matchFeatures(before: GreyPlane, after: GreyPlane): Promise<FeatureMatch | null> {
  const cv = await loadOpenCv()
  const owned: { delete(): void }[] = []
  const own = <T extends { delete(): void }>(thing: T): T => {
    owned.push(thing)
    return thing
  }
  try {
    const detector = own(new cv.ORB(FEATURES, 1.2, 8, 15))
    const [from, to] = [before, after].map((plane) => {
      const image = own(new cv.Mat(plane.height, plane.width, cv.CV_8UC1))
      image.data.set(plane.data)
      const keypoints = own(new cv.KeyPointVector())
      const descriptors = own(new cv.Mat())
      detector.detectAndCompute(image, own(new cv.Mat()), keypoints, descriptors)
      return { keypoints, descriptors }
    })
    if (from.keypoints.size() < LEAST_INLIERS || to.keypoints.size() < LEAST_INLIERS) {
      return null
    }
    const matches = own(new cv.DMatchVector())
    own(new cv.BFMatcher(cv.NORM_HAMMING, true)).match(from.descriptors, to.descriptors, matches)
    const points: { from: Point; to: Point }[] = []
    for (let index = 0; index < matches.size(); index += 1) {
      const match = matches.get(index)
      points.push({ from: from.keypoints.get(match.queryIdx).pt, to: to.keypoints.get(match.trainIdx).pt })
    }
    return points.length < LEAST_INLIERS ? null : fit(cv, points, own)
  } finally {
    owned.forEach((thing) => thing.delete())
  }
}

interface Point {
  x: number
  y: number
}

function fit(
  cv: OpenCv,
  points: readonly { from: Point; to: Point }[],
  own: <T extends { delete(): void }>(thing: T) => T,
): FeatureMatch | null {
  const from = own(
    column(
      cv,
      points.map((pair) => pair.from),
    ),
  )
  const to = own(
    column(
      cv,
      points.map((pair) => pair.to),
    ),
  )
  const mask = own(new cv.Mat())
  const found = own(cv.findHomography(from, to, cv.RANSAC, RANSAC_PIXELS, mask, 5000, 0.999))
  if (found.rows !== 3) {
    return null
  }
  const inliers = mask.data.reduce((sum, value) => sum + (value === 0 ? 0 : 1), 0)
  return inliers < LEAST_INLIERS
    ? null
    : { homography: Array.from(found.data64F), inliers, matches: points.length }
}

function column(cv: OpenCv, points: readonly Point[]): Matrix {
  const matrix = new cv.Mat(points.length, 1, cv.CV_32FC2)
  points.forEach(({ x, y }, index) => {
    matrix.data32F[2 * index] = x
    matrix.data32F[2 * index + 1] = y
  })
  return matrix
}

/**
 * OpenCV 4.5 in WebAssembly, as far as registration uses it. It has 8 MB and takes about 0.2 s and 60 MB
 * to load, so it is loaded when the first pair needs it. What it allocates must be deleted by hand.
 */
interface Matrix {
  rows: number
  cols: number
  data: Uint8Array
  data32F: Float32Array
  data64F: Float64Array
  delete(): void
}

interface KeyPointVector {
  size(): number
  get(index: number): { pt: { x: number; y: number } }
  delete(): void
}

interface MatchVector {
  size(): number
  get(index: number): { queryIdx: number; trainIdx: number; distance: number }
  delete(): void
}

interface Detector {
  detectAndCompute(image: Matrix, mask: Matrix, keypoints: KeyPointVector, descriptors: Matrix): void
  delete(): void
}

interface OpenCv {
  Mat: new (rows?: number, columns?: number, type?: number) => Matrix
  KeyPointVector: new () => KeyPointVector
  DMatchVector: new () => MatchVector
  ORB: new (features: number, scale: number, levels: number, edge: number) => Detector
  BFMatcher: new (
    norm: number,
    crossCheck: boolean,
  ) => { match(query: Matrix, train: Matrix, matches: MatchVector): void; delete(): void }
  findHomography(
    from: Matrix,
    to: Matrix,
    method: number,
    threshold: number,
    mask: Matrix,
    iterations: number,
    confidence: number,
  ): Matrix
  NORM_HAMMING: number
  RANSAC: number
  CV_8UC1: number
  CV_32FC2: number
  onRuntimeInitialized?: () => void
}

let loading: Promise<OpenCv> | null = null

function loadOpenCv(): Promise<OpenCv> {
  loading ??= load()
  return loading
}

async function load(): Promise<OpenCv> {
  // Emscripten gives the module a `then` that resolves to itself: awaiting it, as `import()` may, never ends.
  const library = createRequire(import.meta.url)('@techstark/opencv-js') as Partial<OpenCv> & {
    then?: unknown
  }
  delete library.then
  if (library.Mat === undefined) {
    await new Promise<void>((resolve) => {
      library.onRuntimeInitialized = resolve
    })
  }
  return library as OpenCv
}
