import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, Platform } from 'electron-builder'
import type { AfterPackContext } from 'electron-builder'
import { buildAll, root } from './build'
import { electronBinary } from './electron-binary'

/**
 * `npm run package`: this platform's unpacked app under `out/`, from the Electron at hand. Installers
 * need tools that electron-builder fetches; `npx electron-builder` makes them where it can.
 */
const electron = electronBinary(true)
if ('reason' in electron) {
  throw new Error(`The app cannot be packaged: ${electron.reason}.`)
}

const { platform, arch } = process
const ONNX_BINARIES = 'node_modules/onnxruntime-node/bin/napi-v6'
const otherPlatforms = ['darwin', 'linux', 'win32'].filter((name) => name !== platform)
const otherArch = arch === 'x64' ? 'arm64' : 'x64'

await buildAll()
await build({
  targets: Platform.current().createTarget('dir'),
  projectDir: root,
  config: {
    appId: 'io.deltascribe.app',
    productName: 'Deltascribe',
    executableName: 'deltascribe',
    directories: { output: 'out', buildResources: 'build' },
    electronVersion: readFileSync(join(electron.dist, 'version'), 'utf8').trim().replace(/^v/, ''),
    electronDist: electron.dist,
    npmRebuild: false,
    files: [
      'dist/**',
      'package.json',
      '!dist/.built',
      '!dist/.tested',
      '!dist/tested/**',
      '!dist/models/**',
      '!**/*.map',
      ...otherPlatforms.map((name) => `!${ONNX_BINARIES}/${name}/**`),
      `!${ONNX_BINARIES}/${platform}/${otherArch}/**`,
      '!node_modules/onnxruntime-node/script/**',
    ],
    // never a project that somebody left in the sample
    extraResources: [
      ...['sample', 'models'].map((name) => ({
        from: name,
        to: name,
        filter: ['**/*', '!**/.deltascribe{,/**}'],
      })),
      { from: 'dist/models/nanodet', to: 'nanodet' },
    ],
    // native files cannot be loaded from inside an archive
    asarUnpack: [`${ONNX_BINARIES}/**`, '**/*.node', '**/*.so*', '**/*.dylib', '**/*.dll'],
    electronFuses: {
      runAsNode: false,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      onlyLoadAppFromAsar: true,
      // Linux checks no hash; there this does nothing
      enableEmbeddedAsarIntegrityValidation: true,
      // the page comes by a scheme of its own
      grantFileProtocolExtraPrivileges: false,
    },
    afterPack: checkNativeFiles,
    linux: { target: 'dir', category: 'Graphics' },
    publish: null,
  },
})

/** @throws Error where ONNX Runtime's binary for this platform did not come along. */
async function checkNativeFiles({ appOutDir, packager }: AfterPackContext): Promise<void> {
  const resources = packager.getResourcesDir(appOutDir)
  const binding = join(
    resources,
    'app.asar.unpacked',
    ONNX_BINARIES,
    platform,
    arch,
    'onnxruntime_binding.node',
  )
  if (!existsSync(binding)) {
    throw new Error(`${binding} is missing from the package`)
  }
}
