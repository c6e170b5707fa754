import { copyFile, link, mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readImageHeader } from '../../images/decode'
import { fileOf, sliceSuffix } from '../../domain/slice-path'
import { syncFlags } from '../atomic'
import type { ImageFormat } from '../../images/header/source'
import { sidecarPath, sidecarsOf } from '../../georeference/sidecars'
import { sha256OfFile } from '../../process/sha256'

const EXTENSIONS: Record<ImageFormat, string> = {
  png: 'png',
  jpeg: 'jpg',
  webp: 'webp',
  bmp: 'bmp',
  tiff: 'tif',
  dicom: 'dcm',
  nifti: 'nii',
}

const SYNCS_AT_ONCE = 32

/** Of the bytes of an image and of the files that tell where it lies. */
export async function placedHash(source: string): Promise<string> {
  const texts = (await sidecarsOf(source)).map(({ text }) => text)
  return [await sha256OfFile(fileOf(source)), sliceSuffix(source), ...texts].join('\n')
}

/** Puts images into a project folder. Before images with the same bytes are one file, as in their source. */
export class ImportedImages {
  private readonly root: string
  private readonly mode: 'copy' | 'link'
  private readonly befores = new Map<string, string>()
  /** Volumes by their side and source: each is there once, however many of its slices are. */
  private readonly volumes = new Map<string, string>()
  private readonly copies: string[] = []

  constructor(root: string, mode: 'copy' | 'link') {
    this.root = root
    this.mode = mode
  }

  /** @returns its path relative to the folder */
  async before(source: string, name: string): Promise<string> {
    if (sliceSuffix(source) !== '') {
      return this.slice(source, 'before', name)
    }
    const hash = await placedHash(source)
    const known = this.befores.get(hash)
    if (known !== undefined) {
      return known
    }
    const path = await this.linkOrCopy(source, 'before', name)
    this.befores.set(hash, path)
    return path
  }

  after(source: string, name: string): Promise<string> {
    return sliceSuffix(source) === ''
      ? this.linkOrCopy(source, 'after', name)
      : this.slice(source, 'after', name)
  }

  /** @param name of its volume, where that is not there yet */
  private async slice(source: string, side: string, name: string): Promise<string> {
    const file = fileOf(source)
    const volume = this.volumes.get(`${side}/${file}`) ?? (await this.linkOrCopy(file, side, name))
    this.volumes.set(`${side}/${file}`, volume)
    return volume + sliceSuffix(source)
  }

  private async linkOrCopy(source: string, side: string, name: string): Promise<string> {
    const { format } = await readImageHeader(source)
    const isPacked = format === 'nifti' && source.endsWith('.gz')
    const path = `images/${side}/${name}.${EXTENSIONS[format]}${isPacked ? '.gz' : ''}`
    const target = join(this.root, path)
    await mkdir(dirname(target), { recursive: true })
    for (const { kind, path: sidecar } of await sidecarsOf(source)) {
      const beside = sidecarPath(target, kind)
      await copyFile(sidecar, beside)
      this.copies.push(beside)
    }
    if (this.mode === 'link') {
      try {
        await link(source, target)
        return path
      } catch (error) {
        if (!['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP'].includes((error as NodeJS.ErrnoException).code ?? '')) {
          throw error
        }
      }
    }
    await copyFile(source, target)
    this.copies.push(target)
    return path
  }

  /** Copied files are on the disk when it returns. */
  async flush(): Promise<void> {
    const paths = this.copies.values()
    const work = async (): Promise<void> => {
      for (const path of paths) {
        const handle = await open(path, syncFlags)
        try {
          await handle.sync()
        } finally {
          await handle.close()
        }
      }
    }
    await Promise.all(Array.from({ length: SYNCS_AT_ONCE }, work))
  }
}
