import { asCode, asMarkdown } from '../text/markdown'
import type { ListedPackage } from './list-packages'
import type { NetworkManifest } from './network-manifest'
import { readCard } from './read-package'

/** A package's card, as Markdown. That of a network begins with what its manifest says. @throws PackageError */
export async function cardOf({ folder, found }: Pick<ListedPackage, 'folder' | 'found'>): Promise<string> {
  if (!('network' in found)) {
    return readCard(folder)
  }
  const own = await readCard(folder).catch(() => null)
  return [networkCard(found.network), ...(own === null ? [] : [own])].join('\n')
}

/** What the manifest says of a network, as Markdown. */
export function networkCard({
  title,
  version,
  licence,
  network,
  inputs,
  size,
  outputs,
  threshold,
  leastArea,
}: NetworkManifest): string {
  const { names, layout, range, mean, deviation, channels, registered } = inputs
  const frames = names.length === 2 ? 'before, after' : 'both frames in six channels'
  const place = registered ? 'laid onto the after image' : 'as it is'
  const lines = [
    `# ${asMarkdown(title)}, version ${asMarkdown(version)}`,
    '',
    `Licence: ${asMarkdown(licence)}`,
    '',
    `- File: ${asCode(network.file)}${network.data === undefined ? '' : ` with ${asCode(network.data)}`}`,
    `- In: ${names.map(asCode).join(', ')} (${frames}), ${layout}, float32, ${channels}, ${range.join(' to ')}`,
    `- Mean ${mean.join(', ')}; deviation ${deviation.join(', ')}`,
    `- The before image is ${place}`,
    `- Size: ${describeSize(size)}`,
    `- Out: ${describeOutputs(outputs)}`,
    `- Changed from a probability of ${threshold} on; regions of ${leastArea} pixels at least`,
  ]
  return `${lines.join('\n')}\n`
}

function describeSize(size: NetworkManifest['size']): string {
  return size.kind === 'fixed'
    ? `${size.width} x ${size.height}; larger images in tiles that share ${size.overlap} pixels`
    : `sides that are multiples of ${size.of}, up to ${size.largest}; larger images in tiles of ${size.tile} that share ${size.overlap} pixels`
}

function describeOutputs({ names, values, classes, noChange }: NetworkManifest['outputs']): string {
  const frames = names.length === 2 ? 'before, after' : 'the after image'
  const kinds =
    classes === undefined
      ? 'one channel, "changed"'
      : `classes ${classes.map(asMarkdown).join(', ')}, of which ${asMarkdown(noChange ?? '')} is no change`
  return `${names.map(asCode).join(', ')} (${frames}), ${values}, ${kinds}`
}
