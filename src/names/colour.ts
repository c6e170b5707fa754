/** Red, green, blue, 0 to 255. */
export type Colour = readonly [number, number, number]

const HUES: readonly (readonly [upTo: number, name: string])[] = [
  [15, 'red'],
  [40, 'orange'],
  [70, 'yellow'],
  [165, 'green'],
  [200, 'turquoise'],
  [255, 'blue'],
  [290, 'purple'],
  [340, 'pink'],
  [360, 'red'],
]

/** The plain word for a colour: a grey where it has little colour, else its hue; dark orange is brown. */
export function colourName([red, green, blue]: Colour): string {
  const most = Math.max(red, green, blue)
  const least = Math.min(red, green, blue)
  const chroma = most - least
  const lightness = (most + least) / 2
  if (chroma < 24 || chroma < 0.18 * most) {
    return greyName(lightness)
  }
  const hue = hueOf(red, green, blue, most, chroma)
  const name = HUES.find(([upTo]) => hue <= upTo)?.[1] ?? 'red'
  if (name === 'orange' && most < 190) {
    return 'brown'
  }
  return lightness < 70 ? `dark ${name}` : name
}

/** CIELAB, CIE 1976: 2 is just seen, 100 is from black to white. */
export function colourDistance(one: Colour, other: Colour): number {
  const [a, b] = [labOf(one), labOf(other)]
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
}

/** The same without lightness: of hue and strength alone. */
export function chromaDistance(one: Colour, other: Colour): number {
  const [a, b] = [labOf(one), labOf(other)]
  return Math.hypot(a[1] - b[1], a[2] - b[2])
}

/** Rec. 601 luma, 0 to 255. */
export function luma([red, green, blue]: Colour): number {
  return 0.299 * red + 0.587 * green + 0.114 * blue
}

function greyName(lightness: number): string {
  if (lightness < 40) {
    return 'black'
  }
  if (lightness < 90) {
    return 'dark grey'
  }
  if (lightness < 165) {
    return 'grey'
  }
  return lightness < 220 ? 'light grey' : 'white'
}

/** Degrees. */
function hueOf(red: number, green: number, blue: number, most: number, chroma: number): number {
  if (most === red) {
    return (60 * ((green - blue) / chroma) + 360) % 360
  }
  if (most === green) {
    return 60 * ((blue - red) / chroma + 2)
  }
  return 60 * ((red - green) / chroma + 4)
}

/** sRGB under D65 (IEC 61966-2-1) as L*, a*, b*. */
function labOf(colour: Colour): readonly [number, number, number] {
  const [red, green, blue] = colour.map((level) => {
    const value = level / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  const x = rooted((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505)
  const y = rooted(0.2126 * red + 0.7152 * green + 0.0722 * blue)
  const z = rooted((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089)
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

function rooted(value: number): number {
  return value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116
}
