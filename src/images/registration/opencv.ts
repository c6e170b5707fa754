import { createRequire } from 'node:module'

/**
 * OpenCV 4.5 in WebAssembly, as far as registration uses it. It has 8 MB and takes about 0.2 s and 60 MB
 * to load, so it is loaded when the first pair needs it. What it allocates must be deleted by hand.
 */
export interface Matrix {
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

export interface OpenCv {
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

export function loadOpenCv(): Promise<OpenCv> {
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
