import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  CARD_FILE,
  MANIFEST_FILE,
  PackageError,
  parseJson,
  readHashed,
  readInside,
  readLimited,
  SIZE_LIMITS,
  TOKENIZER_FILE,
  WEIGHTS_FILE,
} from './files'
import type { ModelManifest } from './manifest'
import { LARGEST_NETWORK, NETWORK_MANIFEST_FILE, parseNetworkManifest } from './network-manifest'
import type { NetworkManifest } from './network-manifest'
import { openPackage, readManifest } from './read-package'
import { message } from '../messages/message'
import { sha256Hex } from '../process/sha256'

/** A model whose graph the program builds from weights, or a network of the user's own as an `.onnx` file. */
export type PackageKind = { manifest: ModelManifest } | { network: NetworkManifest }

interface PackageIdentity {
  id: string
  /** The id without one. */
  title: string
  version: string
  /** The same for two packages that propose the same, whatever they are called. */
  content: string
}

export function identityOf(kind: PackageKind): PackageIdentity {
  if ('manifest' in kind) {
    const { id, title = id, version, weights } = kind.manifest
    return { id, title, version, content: weights.sha256 }
  }
  const { id, title, ...content } = kind.network
  return { id, title, version: content.version, content: JSON.stringify(content) }
}

/** A package of either kind, by the file that describes it. @throws PackageError */
export async function readAnyManifest(folder: string): Promise<PackageKind> {
  return (await isNetworkPackage(folder))
    ? { network: await readNetworkManifest(folder) }
    : { manifest: await readManifest(folder) }
}

async function isNetworkPackage(folder: string): Promise<boolean> {
  const isThere = async (file: string): Promise<boolean> =>
    (await stat(join(folder, file)).catch(() => null)) !== null
  return (await isThere(NETWORK_MANIFEST_FILE)) && !(await isThere(MANIFEST_FILE))
}

async function readNetworkManifest(folder: string): Promise<NetworkManifest> {
  const path = join(folder, NETWORK_MANIFEST_FILE)
  return parseNetworkManifest(path, parseJson(path, await readLimited(path, SIZE_LIMITS[MANIFEST_FILE])))
}

/** The file that describes a package of this kind. */
export function manifestFileOf(kind: PackageKind): string {
  return 'manifest' in kind ? MANIFEST_FILE : NETWORK_MANIFEST_FILE
}

/** The files of a package in memory, held against their hashes. */
interface PackageFiles {
  kind: PackageKind
  /** The manifest as it is, with fields that are not known. */
  json: object
  /** All but the manifest, by name; the card only where there is one. */
  others: Map<string, Uint8Array>
}

/** @throws PackageError */
export async function readPackageFiles(folder: string): Promise<PackageFiles> {
  const files = (await isNetworkPackage(folder)) ? await networkFiles(folder) : await modelFiles(folder)
  // a model is of use without one
  const card = await readInside(folder, CARD_FILE, SIZE_LIMITS[CARD_FILE]).catch(() => null)
  if (card !== null) {
    files.others.set(CARD_FILE, card)
  }
  return files
}

async function modelFiles(folder: string): Promise<PackageFiles> {
  const { manifest } = await openPackage(folder)
  const { weights, tokenizer } = manifest
  const path = join(folder, MANIFEST_FILE)
  const json = parseJson(path, await readLimited(path, SIZE_LIMITS[MANIFEST_FILE])) as object
  const hashed = (file: string, limit: number, hash: string): Promise<Uint8Array> =>
    readHashed(join(folder, file), limit, hash)
  const others = new Map([
    [weights.file, await hashed(weights.file, SIZE_LIMITS[WEIGHTS_FILE], weights.sha256)],
    [tokenizer.file, await hashed(tokenizer.file, SIZE_LIMITS[TOKENIZER_FILE], tokenizer.sha256)],
  ])
  return { kind: { manifest }, json, others }
}

/** The manifest gets the hashes of files that it had none of. */
async function networkFiles(folder: string): Promise<PackageFiles> {
  const manifest = await readNetworkManifest(folder)
  const { bytes, data } = await readNetwork(folder, manifest)
  const { file, data: dataFile } = manifest.network
  const others = new Map([[file, bytes]])
  const hashes: NetworkManifest['network'] = { ...manifest.network, sha256: sha256Hex(bytes) }
  if (dataFile !== undefined && data !== null) {
    others.set(dataFile, data)
    hashes.dataSha256 = sha256Hex(data)
  }
  const network = { ...manifest, network: hashes }
  return { kind: { network }, json: network, others }
}

/** The network's file and its data file, unread by any parser. @throws PackageError */
export async function readNetwork(
  folder: string,
  { network }: Pick<NetworkManifest, 'network'>,
): Promise<{ bytes: Uint8Array; data: Uint8Array | null }> {
  const bytes = await readInside(folder, network.file, LARGEST_NETWORK, network.sha256)
  const { data } = network
  return {
    bytes,
    data:
      data === undefined
        ? null
        : await readInside(folder, data, LARGEST_NETWORK - bytes.length, network.dataSha256),
  }
}

/** Refuses a network that was put in place by hand: it was never tried out. @throws PackageError */
export function requireImported(folder: string, { network }: NetworkManifest): void {
  const isHashed =
    network.sha256 !== undefined && (network.data === undefined || network.dataSha256 !== undefined)
  if (!isHashed) {
    throw new PackageError('damaged', folder, message('models.notImported', { path: folder }))
  }
}
