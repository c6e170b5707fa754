/** What a projection is computed from, as well-known text of version 1 or 2 has it. */
interface Written {
  /** Angles in degrees; undefined where the text has none of this name, in lower case, words joined by `_`. */
  parameter: (...names: readonly string[]) => number | undefined
  isSphere: boolean
}

type Rule = (written: Written) => boolean

const always: Rule = () => true
const isZero = (value: number | undefined): boolean => value === undefined || value === 0
const isOne = (value: number | undefined): boolean => value === undefined || value === 1
/** `proj4` leaves false coordinates out of some projections. */
const hasNoFalseOrigin: Rule = ({ parameter }) =>
  isZero(parameter('false_easting')) && isZero(parameter('false_northing'))
/** `proj4` takes the ellipsoid where PROJ takes a sphere, which is kilometres off. */
const onSphere: Rule = ({ isSphere }) => isSphere
const fromEquator: Rule = ({ parameter }) =>
  isZero(parameter('latitude_of_origin', 'latitude_of_natural_origin', 'central_parallel'))
const byParallel: Rule = (written) => fromEquator(written) && isOne(written.parameter('scale_factor'))
const cylinder: Rule = (written) =>
  fromEquator(written) && isZero(written.parameter('latitude_of_1st_standard_parallel'))
/** At a pole of a sphere, `proj4` leaves out the scale. */
const polar: Rule = ({ isSphere, parameter }) =>
  !isSphere || isOne(parameter('scale_factor', 'scale_factor_at_natural_origin'))
const hasParallel: Rule = ({ parameter }) => parameter('standard_parallel_1') !== undefined
const hotineCentre: Rule = ({ parameter }) =>
  [undefined, parameter('azimuth')].includes(parameter('rectified_grid_angle'))
/** To the east and north, as Esri writes it. */
const krovak: Rule = (written) =>
  hasNoFalseOrigin(written) &&
  written.parameter('x_scale') === -1 &&
  written.parameter('xy_plane_rotation') === 90

/**
 * Projections of which `proj4` has the same coordinates as GDAL, within a metre, and where that holds. All others are
 * refused: `proj4` knows many by names of others, or passes their parameters over.
 */
const COMPARED: Readonly<Record<string, Rule>> = {
  transverse_mercator: always,
  gauss_kruger: always,
  lambert_conformal_conic: always,
  lambert_conformal_conic_1sp: always,
  lambert_conformal_conic_2sp: always,
  'lambert_conic_conformal_(2sp)': always,
  albers: always,
  albers_conic_equal_area: always,
  albers_equal_area: always,
  lambert_azimuthal_equal_area: always,
  azimuthal_equidistant: always,
  equidistant_conic: always,
  polyconic: always,
  american_polyconic: always,
  cassini: ({ parameter }) => isOne(parameter('scale_factor')),
  cassini_soldner: always,
  bonne: always,
  robinson: always,
  mollweide: always,
  equal_earth: always,
  sinusoidal: hasNoFalseOrigin,
  eckert_vi: hasNoFalseOrigin,
  miller_cylindrical: onSphere,
  van_der_grinten_i: onSphere,
  vandergrinten: onSphere,
  mercator: byParallel,
  mercator_1sp: fromEquator,
  mercator_2sp: byParallel,
  'mercator_(variant_a)': fromEquator,
  mercator_auxiliary_sphere: ({ parameter }) => isZero(parameter('auxiliary_sphere_type')),
  equidistant_cylindrical: cylinder,
  equirectangular: cylinder,
  polar_stereographic: polar,
  'polar_stereographic_(variant_a)': polar,
  'polar_stereographic_(variant_b)': always,
  stereographic_north_pole: hasParallel,
  stereographic_south_pole: hasParallel,
  oblique_stereographic: always,
  double_stereographic: always,
  hotine_oblique_mercator: always,
  hotine_oblique_mercator_azimuth_natural_origin: always,
  hotine_oblique_mercator_azimuth_center: hotineCentre,
  krovak,
  'krovak_(north_orientated)': hasNoFalseOrigin,
  new_zealand_map_grid: ({ parameter }) =>
    parameter('central_meridian', 'longitude_of_natural_origin') !== undefined,
}

const DEGREES = Math.PI / 180

/** Projections whose standard parallel `proj4` passes over, unless it has the name and unit of its own parameter. */
const WITH_PARALLEL: ReadonlySet<string> = new Set([
  'mercator',
  'mercator_2sp',
  'equidistant_cylindrical',
  'equirectangular',
])

/**
 * A well-known text of the same system that `proj4` computes as GDAL does, within a metre. Null where there is none, or
 * none that is known to be right.
 */
export function computableWkt(wkt: string): string | null {
  const units = unitsOf(wkt)
  const isInDegrees = units.every((factor) => Math.abs(factor / DEGREES - 1) < 1e-6)
  if (/^GEO/i.test(wkt)) {
    const meridian = Number(/PRIMEM\s*\[\s*"[^"]*"\s*,\s*([-+\d.eE]+)/i.exec(wkt)?.[1] ?? 0)
    return isInDegrees || meridian === 0 ? withoutDatum(wkt) : null
  }
  if (/EXTENSION\s*\[\s*"PROJ4"/i.test(wkt)) {
    // both take that in place of all else, as for the sphere of Web Mercator
    return wkt
  }
  const projection = nameIn(/(?:PROJECTION|METHOD)\s*\[\s*"([^"]*)"/i.exec(wkt)?.[1] ?? '')
  const values = new Map<string, number>()
  for (const [, name, value] of wkt.matchAll(PARAMETER)) {
    values.set(nameIn(name), Number(value))
  }
  const parameter = (...names: readonly string[]): number | undefined =>
    names.map((name) => values.get(name)).find((value) => value !== undefined)
  const rule = Object.hasOwn(COMPARED, projection) ? COMPARED[projection] : null
  const isComputed = rule?.({ parameter, isSphere: isOnSphere(wkt) }) === true
  return isComputed && isInDegrees ? withoutDatum(inOtherWords(wkt, projection)) : null
}

const PARAMETER = /PARAMETER\s*\[\s*"([^"]*)"\s*,\s*([-+\d.eE]+)/gi

function nameIn(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, '_')
}

/** Radians of the units of angles that the text has. */
function unitsOf(wkt: string): number[] {
  const all = [...wkt.matchAll(/(LENGTH|SCALE|ANGLE)?UNIT\s*\[\s*"[^"]*"\s*,\s*([-+\d.eE]+)/gi)]
  // in version 1, the first unit is that of angles
  return all
    .filter(([, kind], at) => (kind === undefined ? at === 0 : kind.toUpperCase() === 'ANGLE'))
    .map(([, , factor]) => Number(factor))
}

/** The same projection by a name, and by parameters, that `proj4` reads as they are meant. */
function inOtherWords(wkt: string, projection: string): string {
  if (/^stereographic_(?:north|south)_pole$/.test(projection)) {
    return wkt
      .replaceAll(/PARAMETER\s*\[\s*"(?:scale_factor|latitude_of_origin)"\s*,[^\]]*\]\s*,?\s*/gi, '')
      .replace(/(PROJECTION\s*\[\s*")[^"]*/i, '$1Polar_Stereographic')
      .replace(/(PARAMETER\s*\[\s*")standard_parallel_1"/i, '$1latitude_of_origin"')
  }
  if (WITH_PARALLEL.has(projection)) {
    return wkt
      .replace(/(PROJECTION\s*\[\s*")Mercator_2SP/i, '$1Mercator')
      .replace(
        /(PARAMETER\s*\[\s*")standard_parallel_1"\s*,\s*([-+\d.eE]+)/i,
        (_, start: string, degrees: string) => `${start}lat_ts",${Number(degrees) * DEGREES}`,
      )
  }
  return wkt
}

function isOnSphere(wkt: string): boolean {
  const inverse = /(?:SPHEROID|ELLIPSOID)\s*\[\s*"[^"]*"\s*,[^,\]]*,\s*([-+\d.eE]+)/i.exec(wkt)?.[1]
  return Number(inverse) === 0
}

/** `proj4` would move latitudes of a sphere to the ellipsoid, where it knows the name of the datum. */
function withoutDatum(wkt: string): string {
  return isOnSphere(wkt) ? wkt.replace(/(DATUM\s*\[\s*")[^"]*/i, '$1unknown') : wkt
}
