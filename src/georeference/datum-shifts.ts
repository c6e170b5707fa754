/**
 * Shifts between datums, as `proj4` takes them: metres, arc seconds in the position vector convention, parts per
 * million. Those of `epsg-index` 2.0 are copied from EPSG's tables without regard to the method that they are of:
 * rotations of the coordinate frame have the other sign, microradians are taken for arc seconds, and rotations about a
 * point of the country are taken for rotations about the middle of the Earth. Which they are was found by comparing
 * all systems with PROJ 9.1: as given they are off by up to 4 km.
 */

/** Rotations of the coordinate frame: with the other sign they agree with PROJ within 1 m. */
const REVERSED: ReadonlySet<string> = new Set([
  '-0.16959,0.35312,0.51846,-0.03385,0.16325,-0.03446,0.03693',
  '-0.293,766.95,87.713,-0.195704,-1.695068,-3.473016,-0.039338',
  '-1.977,-13.06,-9.993,-0.364,-0.254,-0.689,-1.037',
  '-33.722,153.789,94.959,8.581,4.478,-4.54,8.95',
  '-44.183,-0.58,-38.489,-2.3867,-2.7072,3.5196,-8.2703',
  '-93.799,-132.737,-219.073,1.844,-0.648,6.37,-0.169',
  '-96.062,-82.428,-121.753,-4.801,-0.345,1.376,1.496',
  '-103.088,162.481,-28.276,-0.167,-0.082,-0.168,-1.504',
  '-106.8686,52.2978,-103.7239,-0.3366,0.457,-1.8422,-1.2747',
  '-117.808,-51.536,137.784,-0.303,-0.446,-0.234,-0.29',
  '-127.62,-67.24,-47.04,3.068,-4.903,-1.578,-1.06',
  '-162.619,-276.959,-161.764,-0.067753,2.243648,1.158828,-1.094246',
  '-179.483,-69.379,-27.584,7.862,-8.163,-6.042,-13.925',
  '-191.90441429,-39.30318279,-111.45032835,-0.00928836,0.01975479,-0.00427372,0.252906278',
  '-208.719,129.685,52.092,0.195,0.014,-0.327,0.198',
  '-210.502,-66.902,-48.476,-2.094,15.067,5.817,0.485',
  '-239.749,88.181,30.488,-0.263,-0.082,-1.211,2.229',
  '-288.885,-91.744,126.244,1.691,-0.41,0.211,-4.598',
  '-292.295,248.758,429.447,-4.9971,-2.99,-6.6906,1.0289',
  '0.055,-0.541,-0.185,-0.0183,0.0003,0.007,-0.014',
  '174.05,-25.49,112.57,0,0,-0.554,0.2263',
  '2.329,-147.042,-92.08,0.309,-0.325,-0.497,5.69',
  '226.702,-193.337,-35.371,2.229,4.391,-9.238,0.9798',
  '23.772,17.49,17.859,0.3132,1.85274,-1.67299,-5.4262',
  '24.47,-130.89,-81.56,0,0,-0.13,-0.22',
  '25,-141,-78.5,0,-0.35,-0.736,0',
  '414.1,41.3,603.1,0.855,-2.141,7.023,0',
  '485.021,169.465,483.839,-7.786342,-4.397554,-4.102655,0',
  '572.213,85.334,461.94,-4.9732,-1.529,-5.2484,3.5378',
  '584.9636,107.7175,413.8067,-1.1155,-0.2824,3.1384,7.9922',
  '595.48,121.69,515.35,-4.115,2.9383,-0.853,-3.408',
  '631.392,-66.551,481.442,-1.09,4.445,4.487,-4.43',
  '8.846,-4.394,-1.122,0.00237,0.146528,-0.130428,0.783926',
  '8.853,-52.644,180.304,0.393,2.323,-2.96,-24.081',
])

/** Microradians, of which one is 0.206 arc seconds; the first of the coordinate frame. Within 1 m of PROJ. */
const CONVERTED: ReadonlyMap<string, string> = new Map([
  [
    '565.4171,50.3319,465.5524,1.9342,-1.6677,9.1019,4.0725',
    '565.4171,50.3319,465.5524,-0.398957,0.343988,-1.877402,4.0725',
  ],
  [
    '982.6087,552.753,-540.873,32.39344,-153.25684,-96.2266,16.805',
    '982.6087,552.753,-540.873,6.681626,-31.611493,-19.848161,16.805',
  ],
  [
    '-83.11,-97.38,-117.22,0.0276,-0.2167,0.2147,0.1218',
    '-83.11,-97.38,-117.22,0.005693,-0.044698,0.044285,0.1218',
  ],
])

/** Rotations about a point of the country, which move little there: without them, within 5 m of PROJ. */
const ABOUT_A_POINT: ReadonlySet<string> = new Set([
  '-145.907,505.034,685.756,-1.162,2.347,1.592,6.342',
  '-265.8867,76.9851,20.2667,0.33746,3.09264,-2.53861,0.4598',
  '-127.535,113.495,-12.7,1.603747,-0.153612,-5.364408,5.33745',
  '-270.933,115.599,-360.226,-5.266,-1.238,2.381,-5.109',
  '-202.865,-303.99,-155.873,-34.079,76.126,32.66,6.096',
  '0,0,0,-8.393,0.749,-10.276,0',
])

/** They agree with PROJ in no convention, or only within 100 m: what follows from them is approximate. */
const UNCERTAIN: ReadonlySet<string> = new Set([
  '-102.283,-10.277,-257.396,-3.976,-0.002,-6.203,12.315',
  '-275.7224,94.7824,340.8944,-8.001,-4.42,-11.821,1',
  '25,-141,-78.5,0,-0.35,-0.736,0',
])

/**
 * Shifts in place of grids, which are files that are not shipped: EPSG transformations 1314, 1777, 1173, 15975, 1109.
 * Within 2 to 21 m of the grids.
 */
const INSTEAD_OF_GRIDS: ReadonlyMap<string, string> = new Map([
  ['OSTN15_NTv2_OSGBtoETRS.gsb', '446.448,-125.157,542.06,0.15,0.247,0.842,-20.489'],
  ['BETA2007.gsb', '598.1,73.7,418.2,0.202,0.045,-2.455,6.7'],
  ['NTv2_0.gsb', '-8,160,176'],
  ['nzgd2kgrid0005.gsb', '59.47,-5.04,187.44,0.47,-0.1,1.024,-4.5993'],
  ['National', '-117.763,-51.51,139.061,0.292,0.443,0.277,-0.191'],
])

interface Shifted {
  definition: string
  /** Latitudes and longitudes may be off by more than some metres. */
  isApproximate: boolean
}

/** A definition of the database with a shift that `proj4` can use. */
export function withKnownShift(definition: string): Shifted {
  const grid = /\+nadgrids=(?:"([^"]+)"?|(\S+))/.exec(definition)
  if (grid !== null && grid[2] !== '@null') {
    const shift = INSTEAD_OF_GRIDS.get((grid[1] ?? grid[2]).split(' ')[0])
    const instead = shift === undefined ? '' : `+towgs84=${shift} `
    return {
      definition: definition.replace(/\+nadgrids=(?:"[^"]*"?|[^+]*)/, instead),
      isApproximate: true,
    }
  }
  const given = /\+towgs84=(\S+)/.exec(definition)?.[1]
  if (given === undefined) {
    // a modern datum, or one without a shift
    return { definition, isApproximate: !/\+datum=|\+ellps=(?:GRS80|WGS84)\b|@null/.test(definition) }
  }
  const numbers = given.split(',').map(Number)
  const isBare = numbers.slice(3).every((value) => value === 0)
  return {
    definition: definition.replace(given, corrected(given, numbers)),
    isApproximate:
      (isBare && numbers.some((value) => value !== 0)) || ABOUT_A_POINT.has(given) || UNCERTAIN.has(given),
  }
}

function corrected(given: string, numbers: readonly number[]): string {
  if (REVERSED.has(given)) {
    return numbers.map((value, at) => (at >= 3 && at <= 5 ? -value : value)).join(',')
  }
  return ABOUT_A_POINT.has(given) ? numbers.slice(0, 3).join(',') : (CONVERTED.get(given) ?? given)
}
