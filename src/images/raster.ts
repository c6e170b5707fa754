/** Decoded values before they are made 8-bit RGB: interleaved, row-major, as stored (not yet upright). */
export interface Samples {
  width: number
  height: number
  /** Values a pixel: colour first, then alpha where there is one. */
  channels: number
  colours: 1 | 3
  hasAlpha: boolean
  /** The value that the file gives to what was not measured; null where it names none. */
  noData: number | null
  data:
    | Uint8Array
    | Uint16Array
    | Int16Array
    | Uint32Array
    | Int32Array
    | Float32Array
    | Float64Array
    | Int8Array
}

/** An upright 8-bit colour image: row-major RGB, three bytes a pixel, `data.length === width * height * 3`. */
export interface Raster {
  width: number
  height: number
  data: Uint8Array
  /** One byte a pixel: 1 in parts where nothing was measured. Absent where there are none. */
  missing?: Uint8Array
}
