import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, Platform } from 'electron-builder'
import type { AfterPackContext } from 'electron-builder'
import { appPaths } from '../src/engine/user-folder'
import { buildIfStale, root } from './build'
import { electronBinary } from './electron-binary'
import { describeInstaller, LINUX_TARGETS, linuxInstallers } from './packaging/linux'
import { packageLicences, unreadPackages } from './packaging/packages'
import { updateFeed } from './packaging/updates'

/**
 * `npm run package [-- TARGET...]`: this platform's unpacked app under `out/`, from the Electron at hand, and on Linux a
 * Debian package and an archive of it. Where targets are named, these alone: `dir` for the unpacked app, `deb`,
 * `tar.gz`, and those of electron-builder, for which it fetches tools.
 */
const named = process.argv.slice(2)
const linuxTargets = LINUX_TARGETS.filter((target) => named.length === 0 || named.includes(target))
const otherTargets = named.filter((target) => ![...LINUX_TARGETS, 'dir'].includes(target))
const electron = electronBinary(true)
if ('reason' in electron) {
  throw new Error(`The app cannot be packaged: ${electron.reason}.`)
}

const { platform, arch } = process
const ONNX_BINARIES = 'node_modules/onnxruntime-node/bin/napi-v6'
const PLATFORMS = ['darwin', 'linux', 'win32']
const otherPlatforms = PLATFORMS.filter((name) => name !== platform)
const otherArch = arch === 'x64' ? 'arm64' : 'x64'

const SQLITE = 'node_modules/@photostructure/sqlite'
const otherPrebuilds = PLATFORMS.flatMap((name) => [`${name}-x64`, `${name}-arm64`]).filter(
  (name) => name !== `${platform}-${arch}`,
)

const feed = updateFeed()
await buildIfStale()
const licences = join(root, 'dist', 'LICENSES.packages.txt')
writeFileSync(licences, packageLicences())
await build({
  targets: Platform.current().createTarget(['dir', ...otherTargets]),
  projectDir: root,
  // lists of versions are made for a known feed, and uploaded by the pipeline
  publish: 'never',
  config: {
    appId: 'io.deltascribe.app',
    productName: 'Deltascribe',
    executableName: 'deltascribe',
    directories: { output: 'out', buildResources: 'build' },
    electronVersion: readFileSync(join(electron.dist, 'version'), 'utf8').trim().replace(/^v/, ''),
    electronDist: electron.dist,
    npmRebuild: false,
    files: [
      ...['node', 'preload', 'renderer'].map((name) => `dist/${name}/**`),
      'package.json',
      '!**/*.{map,d.ts,d.cts,d.mts}',
      ...unreadPackages().map((path) => `!${path}/**`),
      '!node_modules/epsg-index/s/**',
      ...otherPlatforms.map((name) => `!${ONNX_BINARIES}/${name}/**`),
      `!${ONNX_BINARIES}/${platform}/${otherArch}/**`,
      '!node_modules/onnxruntime-node/{script,lib}/**',
      ...otherPrebuilds.map((name) => `!${SQLITE}/prebuilds/${name}/**`),
      // Electron itself needs glibc
      `!${SQLITE}/prebuilds/**/*.musl.node`,
      `!${SQLITE}/src/**`,
    ],
    extraFiles: [
      { from: 'LICENSE', to: 'LICENSE' },
      { from: 'dist/LICENSES.packages.txt', to: 'LICENSES.packages.txt' },
    ],
    // Chromium's own texts, of which none is shown
    electronLanguages: ['en-US'],
    // never a project that somebody left in a sample
    extraResources: [
      ...['sample', 'samples', 'models'].map((name) => ({
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
    // without a space: the host of releases would rename it, and the list of versions would not
    nsis: { artifactName: '${productName}-Setup-${version}.${ext}' },
    publish: feed,
  },
})

if (platform === 'linux') {
  const unpacked = join(root, 'out', arch === 'x64' ? 'linux-unpacked' : `linux-${arch}-unpacked`)
  const { version } = appPaths()
  linuxInstallers(unpacked, version, linuxTargets, feed)
    .map(describeInstaller)
    .forEach((line) => console.log(line))
}
if (named.length === 0) {
  describeOthers()
}

/** The targets that are made only where they are asked for. */
function describeOthers(): void {
  const others = [
    { target: 'AppImage', system: 'linux', where: '' },
    { target: 'nsis', system: 'win32', where: ' on Windows' },
    { target: 'dmg', system: 'darwin', where: ' on macOS' },
  ]
  for (const { target, system, where } of others) {
    const how = `"npm run package -- ${target}"${system === platform ? '' : where} makes it`
    console.log(`Not made: ${target}. ${how}, for which electron-builder fetches a tool.`)
  }
}

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
