// The photographs of the samples, and the Debian packages that they are taken from.

interface Package {
  readonly version: string
  /** Debian's release that has this version. */
  readonly release: string
}

/** By name. All are for any architecture unless the file says otherwise. */
export const PACKAGES: Readonly<Record<string, Package>> = {
  'budgie-backgrounds': { version: '3.0-1', release: 'trixie' },
  'gnome-backgrounds': { version: '3.38.0-1', release: 'bullseye' },
  'lomiri-wallpapers-16.04': { version: '20.04.0-2', release: 'bookworm' },
  'palapeli-data': { version: '4:22.12.3-1', release: 'bookworm' },
  'python3-skimage': { version: '0.19.3-8', release: 'bookworm' },
  'python3-sklearn': { version: '1.2.1+dfsg-1', release: 'bookworm' },
  'r-cran-stars': { version: '0.6-0-4', release: 'bookworm' },
}

export interface Source {
  readonly package: string
  /** In the package. */
  readonly path: string
  readonly title: string
  readonly author: string
  readonly licence: string
  /** Where the licence is stated. */
  readonly statedIn: string
}

const BUDGIE = {
  package: 'budgie-backgrounds',
  author: 'Budgie Desktop Developers',
  licence: 'CC0-1.0',
  statedIn: 'copyright file of the package',
} as const
const LOMIRI = { package: 'lomiri-wallpapers-16.04', statedIn: 'copyright file of the package' } as const
const GNOME = {
  package: 'gnome-backgrounds',
  licence: 'CC0-1.0',
  statedIn: 'AUTHORS file of the package',
} as const

const budgie = (file: string, title: string): Source => ({
  ...BUDGIE,
  path: `usr/share/backgrounds/budgie/${file}`,
  title,
})

export const SOURCES: readonly Source[] = [
  budgie('canyon-wren.jpg', 'Canyon Wren'),
  budgie('extreme-desert-hike.jpg', 'Extreme Desert Hike'),
  budgie('oakland-zoo-otters.jpg', 'Oakland Zoo Otters'),
  budgie('perched-osprey.jpg', 'Perched Osprey'),
  budgie('singaporean-cityscape.jpg', 'Singaporean Cityscape'),
  {
    ...LOMIRI,
    path: 'usr/share/backgrounds/Wine_by_Jakkub_Mede.jpg',
    title: 'Wine',
    author: 'Jakub Mede',
    licence: 'CC-BY-4.0',
  },
  {
    ...LOMIRI,
    path: 'usr/share/backgrounds/friends_by_Aitzol_Berasategi.jpg',
    title: 'Friends',
    author: 'Aitzol Berasategi',
    licence: 'CC-BY-4.0',
  },
  {
    ...LOMIRI,
    path: 'usr/share/backgrounds/Picture_0B_by_freespace.jpg',
    title: 'Picture 0B',
    author: 'Trevor "Freespace"',
    licence: 'CC-BY-4.0',
  },
  {
    package: 'palapeli-data',
    path: 'usr/share/palapeli/collection/citrus-fruits.jpg',
    title: 'Citrus Fruits',
    author: 'US Department of Agriculture',
    licence: 'public domain',
    statedIn: 'citrus-fruits.desktop in the package',
  },
  {
    package: 'python3-skimage',
    path: 'usr/lib/python3/dist-packages/skimage/data/coffee.png',
    title: 'Coffee cup at Pikolo Espresso Bar',
    author: 'Rachel Michetti',
    licence: 'CC0-1.0',
    statedIn: 'skimage.data.coffee in the package',
  },
  {
    package: 'python3-sklearn',
    path: 'usr/lib/python3/dist-packages/sklearn/datasets/images/china.jpg',
    title: 'china.jpg',
    author: 'danielbuechele on Flickr',
    licence: 'CC-BY-2.0',
    statedIn: 'README.txt beside the file',
  },
  {
    ...GNOME,
    path: 'usr/share/backgrounds/gnome/Road.jpg',
    title: "Bird's eye view of roadway surrounded by trees",
    author: 'Joshua Welch',
  },
  {
    ...GNOME,
    path: 'usr/share/backgrounds/gnome/ColdWarm.jpg',
    title: 'Above aerial bright cold',
    author: 'invisiblepower',
  },
  {
    package: 'r-cran-stars',
    path: 'usr/lib/R/site-library/stars/tif/L7_ETMs.tif',
    title: 'Landsat 7 image of Olinda, Brazil',
    author: 'NASA and U.S. Geological Survey',
    licence: 'public domain',
    statedIn: 'a work of the U.S. government; the package is under Apache-2.0',
  },
]

/** The photograph of a file name. @throws Error */
export function sourceNamed(file: string): Source {
  const source = SOURCES.find(({ path }) => path.endsWith(`/${file}`))
  if (source === undefined) {
    throw new Error(`${file} is none of the sources.`)
  }
  return source
}
