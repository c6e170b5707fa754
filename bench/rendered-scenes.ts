// Of the images of these folders, how many look like rendered scenes? By these a model that ships is chosen.
//   deltascribe synth /tmp/blocks -n 200 --seed 5
//   npx tsx bench/rendered-scenes.ts /tmp/blocks/before PHOTOGRAPHS ...

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { decodeImage } from '../src/images/decode'
import { isRenderedScene } from '../src/images/rendered-scene'

for (const folder of process.argv.slice(2)) {
  const files = (await readdir(folder)).filter((name) => /\.(png|jpe?g|bmp)$/i.test(name))
  let rendered = 0
  for (const file of files) {
    rendered += isRenderedScene(await decodeImage(join(folder, file))) ? 1 : 0
  }
  console.log(`${rendered} of ${files.length} ${folder}`)
}
