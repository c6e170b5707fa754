/** An upright 8-bit colour image: row-major RGB, three bytes a pixel, `data.length === width * height * 3`. */
export interface Raster {
  width: number
  height: number
  data: Uint8Array
  /** One byte a pixel: 1 in parts where nothing was measured. Absent where there are none. */
  missing?: Uint8Array
}
