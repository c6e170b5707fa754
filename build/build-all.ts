import { buildAll } from './build'

await buildAll()
