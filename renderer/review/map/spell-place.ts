import { applyAffine } from '../../../src/domain/affine'
import type { GeoTransform } from '../../../src/domain/affine'
import { placeAt } from '../../../src/domain/georeference'
import type { Georeference } from '../../../src/domain/georeference'
import { text } from '../../text/chosen'
import { spellFixed, spellNumber } from '../../text/spelling'
import type { Size } from '../../../src/mask/bitmap'

const words = text.stage.map

interface Position {
  /** In the image, in pixels with fractions. */
  x: number
  y: number
}

const METRES_PER_DEGREE = 111_320

/** Enough that neighbouring pixels differ in the last digit but one. @param step of a pixel */
function digitsFor(step: number): number {
  return Math.min(9, Math.max(0, 1 - Math.floor(Math.log10(step))))
}

function stepOf([, t1, t2, , t4, t5]: GeoTransform): number {
  return Math.min(Math.hypot(t1, t4), Math.hypot(t2, t5))
}

/** Map coordinates and, where they are others, latitude and longitude: `E 600123.25, N 5700321.75 m`, `51.4° N`. */
export function spellPosition(georeference: Georeference, size: Size, { x, y }: Position): string[] {
  const { transform, crs, places, metresPerPixel } = georeference
  const [east, north] = applyAffine(transform, x, y)
  const digits = digitsFor(stepOf(transform))
  if (crs?.isGeographic === true) {
    return [spellPlace(north, east, digits)]
  }
  const map = words.point(spellFixed(east, digits), spellFixed(north, digits), unitOf(crs?.unit ?? ''))
  if (crs === null || places === null) {
    return [map]
  }
  const { latitude, longitude } = placeAt(places, size, x, y)
  const place = spellPlace(latitude, longitude, digitsFor((metresPerPixel ?? 1) / METRES_PER_DEGREE))
  return [map, crs.isDatumApproximate ? words.about(place) : place]
}

/** Units that have a sign of their own; others are told by their name. */
function unitOf(name: string): string {
  return ({ metre: 'm', foot: 'ft', kilometre: 'km' } as Record<string, string>)[name] ?? name
}

function spellPlace(latitude: number, longitude: number, digits: number): string {
  const [north, east] = [spellFixed(Math.abs(latitude), digits), spellFixed(Math.abs(longitude), digits)]
  return words.place(
    latitude < 0 ? words.south(north) : words.north(north),
    longitude < 0 ? words.west(east) : words.east(east),
  )
}

/** For other programs: `600123.25, 5700321.75 EPSG:32632`, and latitude and longitude on a line of their own. */
export function positionToCopy(georeference: Georeference, size: Size, { x, y }: Position): string {
  const { transform, crs, places, metresPerPixel } = georeference
  const digits = digitsFor(stepOf(transform))
  const map = applyAffine(transform, x, y).map((value) => value.toFixed(digits))
  const system = crs === null ? '' : crs.code === null ? ` ${crs.name}` : ` EPSG:${crs.code}`
  const lines = [`${map.join(', ')}${system}`]
  if (places !== null) {
    const place = placeAt(places, size, x, y)
    const placeDigits = digitsFor((metresPerPixel ?? 1) / METRES_PER_DEGREE)
    lines.push(`${place.latitude.toFixed(placeDigits)}, ${place.longitude.toFixed(placeDigits)}`)
  }
  return lines.join('\n')
}

const HECTARE = 10_000
const SQUARE_KILOMETRE = 1_000_000

/** Three digits: `412 m²`, `1.53 ha`, `27.1 km²`. */
export function spellArea(squareMetres: number): string {
  if (squareMetres < HECTARE) {
    return words.squareMetres(spellRounded(squareMetres))
  }
  return squareMetres < SQUARE_KILOMETRE
    ? words.hectares(spellRounded(squareMetres / HECTARE))
    : words.squareKilometres(spellRounded(squareMetres / SQUARE_KILOMETRE))
}

function spellRounded(value: number): string {
  return spellNumber(Number(value.toPrecision(3)))
}

const LONGEST_BAR = 140 // CSS pixels
const KILOMETRE = 1000

/** The longest of 1, 2 or 5 times a power of ten that fits. */
function barLength(perCssPixel: number): number {
  const longest = perCssPixel * LONGEST_BAR
  const power = 10 ** Math.floor(Math.log10(longest))
  return ([5, 2].find((step) => step * power <= longest) ?? 1) * power
}

/** In a body. @param perCssPixel millimetres at the zoom at hand */
export function bodyScaleBarOf(perCssPixel: number): { width: number; label: string } {
  const millimetres = barLength(perCssPixel)
  return {
    width: millimetres / perCssPixel,
    label: text.scan.millimetres(spellRounded(millimetres)),
  }
}

/** Three digits: `412 mm²`. */
export function spellBodyArea(squareMillimetres: number): string {
  return text.scan.squareMillimetres(spellRounded(squareMillimetres))
}

/** On the ground. @param metresPerCssPixel of the zoom at hand */
export function scaleBarOf(metresPerCssPixel: number): { width: number; label: string } {
  const metres = barLength(metresPerCssPixel)
  const label =
    metres >= KILOMETRE
      ? words.kilometres(spellNumber(metres / KILOMETRE))
      : metres >= 1
        ? words.metres(spellNumber(metres))
        : words.centimetres(spellNumber(Number((metres * 100).toPrecision(1))))
  return { width: metres / metresPerCssPixel, label }
}
