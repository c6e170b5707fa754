import type { SetLayout, Layout } from './layout'
import { clevrChangeLayout } from './clevr-change'
import { folderLayout } from './folder'
import { levirMciLayout } from './levir-mci'
import { trainingLayout } from './training'

export const LAYOUTS: Readonly<Record<SetLayout, Layout>> = {
  folder: folderLayout,
  'clevr-change': clevrChangeLayout,
  'levir-mci': levirMciLayout,
  training: trainingLayout,
}
